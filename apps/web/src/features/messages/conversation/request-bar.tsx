import { Ban, Check, Flag, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { nameOf, type Conversation } from '#features/messages/conversation.ts';
import { useAcceptConversation } from '#features/messages/mutations.ts';
import { useSession } from '#features/session/session-context.ts';
import { attempt } from '#ui/attempt.ts';
import { Button } from '#ui/button.tsx';
import { ConversationDialogs, type ConversationDialog } from './conversation-dialogs.tsx';
import { reportedMessage } from './reported-message.ts';

interface RequestBarProps {
  userId: string;
  conversation: Conversation;
}

/** What can be done with the message of a person who has not written before. */
export function RequestBar({ userId, conversation }: RequestBarProps) {
  const { person, isAnonymous, latest } = conversation;
  const [dialog, setDialog] = useState<ConversationDialog>();
  const { mutateAsync: accept, isPending } = useAcceptConversation(userId, conversation);
  const { refusal } = useSession();
  const blockButton = useRef<HTMLButtonElement>(null);
  const press = () =>
    void attempt(accept, {
      done: 'Request accepted',
      failed: 'Failed to accept the request. Please try again.',
      log: 'A request could not be accepted.',
    });
  return (
    <section
      aria-label="Request"
      className="shrink-0 border-t border-line bg-paper-sunken p-4 text-center"
    >
      <p className="mx-auto max-w-prose text-[0.9375rem] text-ink-soft">
        {isAnonymous ? (
          'Somebody has sent you a voice message without saying who they are. It plays once you accept it. Neither accepting nor listening is shown to them.'
        ) : (
          <>
            <bdi className="font-medium">{nameOf(conversation)}</bdi> wants to write to you. Until
            you accept, nothing says that you have read this, and voice messages do not play.
          </>
        )}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button pending={isPending} onClick={press} {...refusal?.props}>
          <Check /> Accept
        </Button>
        <Button variant="secondary" onClick={() => setDialog('delete')}>
          <Trash2 /> Delete
        </Button>
        {isAnonymous && (
          <Button variant="secondary" onClick={() => setDialog('end')}>
            <Ban /> End conversation
          </Button>
        )}
        {person && (
          <Button ref={blockButton} variant="secondary" onClick={() => setDialog('block')}>
            <Ban /> Block
          </Button>
        )}
        {latest && (
          <Button variant="secondary" onClick={() => setDialog('report')}>
            <Flag /> Report
          </Button>
        )}
      </div>
      <ConversationDialogs
        userId={userId}
        conversation={conversation}
        dialog={dialog}
        onClose={() => setDialog(undefined)}
        reported={latest && reportedMessage(latest, conversation)}
        opener={blockButton}
      />
    </section>
  );
}
