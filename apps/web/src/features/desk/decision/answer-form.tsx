import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { useClient } from '#lib/app.ts';
import { draftKey, useDraft, useDrafts } from '#lib/text-drafts.ts';
import { errorMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { copyText } from '#ui/share-link.ts';
import { Loading } from '#ui/loading.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import { toast } from '#ui/toast.ts';
import type { CaseItem } from '#features/desk/cases/case.ts';
import { useAnswer } from '#features/desk/cases/case-mutations.ts';
import { sendsMailOptions } from '#features/session/mail-queries.ts';
import { isWithoutFactor } from '#features/desk/use-refused-factor.ts';

/** Characters of an answer, as in the function `desk_answer`. */
const ANSWER_MAX_LENGTH = 5000;

interface AnswerFormProps {
  userId: string;
  item: CaseItem;
  /** Opens what comes after the case. */
  onDone: () => void;
}

/** The answer to a message from the contact form: sent by mail, or kept if staff have written to the address by hand. */
export function AnswerForm({ userId, item, onDone }: AnswerFormProps) {
  const formId = useId();
  const key = draftKey(userId, `answer ${item.id}`);
  const drafts = useDrafts();
  const { text } = useDraft(key);
  const answer = useAnswer();
  const [problem, setProblem] = useState<string>();
  const { email = '' } = item.details;
  const mail = useQuery(sendsMailOptions(useClient()));
  // The function that says so sends the mails: where it fails, none is promised.
  const sendsMail = mail.data === true;

  const send = async (isMailed: boolean) => {
    if (text.trim() === '') {
      setProblem('The answer is empty');
      document.getElementById(formId)?.querySelector('textarea')?.focus();
      return;
    }
    setProblem(undefined);
    try {
      await answer.mutateAsync({ caseId: item.id, words: text, isMailed });
      drafts.set(key, '');
      toast.success(isMailed ? 'The answer is on its way' : 'Marked as answered');
      onDone();
    } catch {
      // The note below the form says it; the frame asks for a lost second factor.
    }
  };

  if (mail.isPending) {
    return (
      <TitledCard title="Answer">
        <Loading />
      </TitledCard>
    );
  }
  return (
    <TitledCard title="Answer">
      <Form id={formId} className="grid gap-4" onSubmit={() => send(sendsMail)}>
        {!sendsMail && <AddressToWriteTo email={email} />}
        <Field
          label="Your answer"
          hint={sendsMail ? `Mailed to ${email}` : 'Kept with the case; nothing is sent'}
          error={problem}
        >
          {(control) => (
            <Textarea
              {...control}
              className="min-h-40"
              maxLength={ANSWER_MAX_LENGTH}
              value={text}
              onChange={(event) => drafts.set(key, event.currentTarget.value)}
            />
          )}
        </Field>
        <FailureNote
          className="empty:absolute"
          message={
            answer.error && !isWithoutFactor(answer.error) ? errorMessage(answer.error) : null
          }
        />
        <div className="grid gap-2">
          <Button type="submit" pending={answer.isPending}>
            {sendsMail ? 'Send by mail' : 'Mark as answered'}
          </Button>
          {sendsMail && (
            <Button variant="quiet" disabled={answer.isPending} onClick={() => void send(false)}>
              I have written to them by hand
            </Button>
          )}
        </div>
      </Form>
    </TitledCard>
  );
}

function AddressToWriteTo({ email }: { email: string }) {
  const copy = () =>
    copyText(email, { copied: 'Address copied', failed: 'Failed to copy the address' });
  return (
    <div>
      <p className="text-[0.9375rem] text-ink-soft">
        This site sends no mails. Write to this address from your own, then mark the message as
        answered.
      </p>
      <div className="mt-3 flex items-center gap-2 rounded-md bg-paper-sunken py-1.5 pr-1.5 pl-4">
        <span className="min-w-0 grow font-medium wrap-anywhere select-all">{email}</span>
        <IconButton label="Copy address" size="sm" onClick={() => void copy()}>
          <Copy />
        </IconButton>
      </div>
    </div>
  );
}
