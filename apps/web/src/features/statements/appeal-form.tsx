import { useMutation } from '@tanstack/react-query';
import { dayInWords } from '@undertone/domain/day';
import { countCharacters, truncateText } from '@undertone/domain/characters';
import { DECISION_WORDS_MAX_LENGTH } from '@undertone/domain/limits';
import { useApp } from '#lib/app.ts';
import { errorCode, errorMessage } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { draftKey, useDraft, useDrafts } from '#lib/text-drafts.ts';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { appealOptions } from './mutations.ts';

interface AppealFormProps {
  userId: string;
  decisionId: string;
  /** The last day of an appeal. */
  until: string;
}

/** Asks for another look at a decision. */
export function AppealForm({ userId, decisionId, until }: AppealFormProps) {
  const app = useApp();
  const key = draftKey(userId, `appeal ${decisionId}`);
  const drafts = useDrafts();
  const { text: words } = useDraft(key);
  const { mutateAsync: appeal, isPending, error } = useMutation(appealOptions(app, decisionId));

  const submit = async () => {
    if (isPending || words.trim() === '') return;
    try {
      await appeal(words);
      drafts.set(key, '');
      toast.success('Your appeal was sent', { description: 'You will get an answer here.' });
    } catch (cause) {
      logFailure('An appeal could not be sent.', cause);
    }
  };

  return (
    <section aria-labelledby="appeal" className="border-t border-line pt-6">
      <h2 id="appeal" className="text-xl">
        Appeal
      </h2>
      <p className="mt-2 mb-4 text-ink-soft">
        If you think that this is wrong, say why by {dayInWords(until)}. You can appeal once. If
        possible, somebody other than the person who decided looks at it.
      </p>
      <Form onSubmit={submit} className="grid gap-4">
        <Field
          label="Why is it wrong?"
          counter={`${countCharacters(words)}/${DECISION_WORDS_MAX_LENGTH} characters`}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              value={words}
              onChange={({ currentTarget }) =>
                drafts.set(key, truncateText(currentTarget.value, DECISION_WORDS_MAX_LENGTH))
              }
            />
          )}
        </Field>
        <FailureNote message={error && noteOf(error)} className="empty:hidden" />
        <Button
          type="submit"
          disabled={words.trim() === ''}
          pending={isPending}
          className="justify-self-start"
        >
          {isPending ? 'Sending...' : 'Send appeal'}
        </Button>
      </Form>
    </section>
  );
}

/** What the database says for people, or that nothing is lost. */
const noteOf = (cause: unknown): string =>
  errorCode(cause)?.startsWith('PT4')
    ? errorMessage(cause)
    : 'Nothing is sent yet. What you wrote is still here.';
