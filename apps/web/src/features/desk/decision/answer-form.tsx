import { useId, useState } from 'react';
import { draftKey, useDraft, useDrafts } from '#lib/text-drafts.ts';
import { errorMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import { toast } from '#ui/toast.ts';
import type { CaseItem } from '#features/desk/cases/case.ts';
import { useAnswer } from '#features/desk/cases/case-mutations.ts';
import { isWithoutFactor } from '#features/desk/use-refused-factor.ts';

/** Characters of an answer, as in the function `desk_answer`. */
const ANSWER_MAX_LENGTH = 5000;

interface AnswerFormProps {
  userId: string;
  item: CaseItem;
  /** Opens what comes after the case. */
  onDone: () => void;
}

/** The answer to a message from the contact form: sent by mail, or noted if staff have written it by hand. */
export function AnswerForm({ userId, item, onDone }: AnswerFormProps) {
  const formId = useId();
  const key = draftKey(userId, `answer ${item.id}`);
  const drafts = useDrafts();
  const { text } = useDraft(key);
  const answer = useAnswer();
  const [problem, setProblem] = useState<string>();
  const { email = '' } = item.details;

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
      toast.success(isMailed ? 'The answer is on its way' : 'Noted as answered');
      onDone();
    } catch {
      // The note below the form says it; the frame asks for a lost second factor.
    }
  };

  return (
    <TitledCard title="Answer">
      <Form id={formId} className="grid gap-4" onSubmit={() => send(true)}>
        <Field
          label="Your answer"
          hint={`Mailed to ${email}, if this site sends mails; otherwise write to them yourself`}
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
          className="empty:-mt-4"

          message={
            answer.error && !isWithoutFactor(answer.error) ? errorMessage(answer.error) : null
          }
        />
        <div className="grid gap-2">
          <Button type="submit" pending={answer.isPending}>
            Send by mail
          </Button>
          <Button variant="quiet" disabled={answer.isPending} onClick={() => void send(false)}>
            I have written to them by hand
          </Button>
        </div>
      </Form>
    </TitledCard>
  );
}
