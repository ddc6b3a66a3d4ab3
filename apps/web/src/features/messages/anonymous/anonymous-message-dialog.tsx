import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { ANONYMOUS } from '@undertone/domain/display-name';
import { isolate } from '@undertone/domain/text';
import {
  answeredNoticesOptions,
  isAnswered,
  storeAnswer,
} from '#features/clips/mask/voice-notice.ts';
import { openConversation } from '#features/messages/mutations.ts';
import type { Person } from '#features/people/person.ts';
import { useSession } from '#features/session/session-context.ts';
import { useApp } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Button } from '#ui/button.tsx';
import DialogPopup from '#ui/dialog-popup.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { AnonymousFacts } from './anonymous-facts.tsx';

interface AnonymousMessageDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The recipient. */
  person: Person;
}

/** What others find out about an anonymous message, before one is recorded. A visitor is asked to sign in. */
export default function AnonymousMessageDialog(props: AnonymousMessageDialogProps) {
  const { open, onOpenChange, person } = props;
  const { status, user } = useSession();
  const { href } = useLocation();
  const name = person.username ?? ANONYMOUS;
  const isVisitor = user === undefined && status !== 'loading';
  const opening = useOpening(person.userId);
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title={`Anonymous voice message to ${isolate(name)}`}
      description="Record a voice message in which Veil speaks in your place. It does not say who you are."
      shape="sheet"
      footer={
        <>
          <FailureNote
            message={
              opening.error &&
              (backendMessage(opening.error) ??
                'The conversation could not be opened. Nothing was sent.')
            }
            className="not-empty:basis-full"
          />
          {user && (
            <Button pending={opening.isPending} onClick={() => opening.mutate(user.id)}>
              Continue
            </Button>
          )}
          {isVisitor && (
            <Link to="/auth" search={{ next: href }} className={buttonClass()}>
              Sign In
            </Link>
          )}
        </>
      }
    >
      {user && <PhrasingNote userId={user.id} />}
      {isVisitor && (
        <p className="mb-5 text-[0.9375rem]">
          To send one, sign in. {isolate(name)} does not learn with which account.
        </p>
      )}
      <AnonymousFacts name={name} />
    </DialogPopup>
  );
}

/** Opens the conversation, and shows it in place of the dialog. */
function useOpening(person: string) {
  const { client, queryClient } = useApp();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (userId: string) => {
      const id = await openConversation(client, person, true);
      void storeAnswer(client, queryClient, userId, 'phrasing');
      await navigate({ to: '/messages/{-$id}', params: { id }, replace: true });
    },
    onError: (cause) => logFailure('An anonymous conversation could not be opened.', cause),
  });
}

/** Shown before the account's first anonymous message. */
function PhrasingNote({ userId }: { userId: string }) {
  const { client } = useApp();
  const { isPending } = useQuery(answeredNoticesOptions(client, userId));
  if (isPending || isAnswered(userId, 'phrasing')) return null;
  return (
    <p className="mb-5 rounded-md bg-paper-sunken px-4 py-3 text-[0.9375rem]">
      The way you phrase things may give you away. So may your accent, and what is heard behind you.
    </p>
  );
}
