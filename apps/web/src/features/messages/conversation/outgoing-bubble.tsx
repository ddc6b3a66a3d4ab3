import type { OutgoingMessage } from '#features/messages/outbox/outbox-store.ts';
import { outboxOf } from '#features/messages/outbox/outbox.ts';
import { useClient } from '#lib/app.ts';
import { useOnline } from '#ui/use-online.ts';
import { BubbleFrame, timeLabel } from './message-bubble.tsx';
import { SilentVoiceBubble } from './voice-bubble.tsx';

interface OutgoingBubbleProps {
  message: OutgoingMessage;
  isFirst: boolean;
  isLast: boolean;
}

/** A message that waits on this device: it is being sent, waits for the network, or was refused. */
export function OutgoingBubble({ message, isFirst, isLast }: OutgoingBubbleProps) {
  const { content, clip, failure, writtenAt } = message;
  const isOnline = useOnline();
  const outbox = outboxOf(useClient());
  const isRefused = failure !== undefined;
  const state = isOnline ? 'Sending...' : 'Waits for the network';
  // What is on its way can no longer be kept from the other side.
  const mayDiscard = isRefused || !isOnline;
  return (
    <BubbleFrame
      isOwn
      isFirst={isFirst}
      label={`You, ${timeLabel(writtenAt)}, ${isRefused ? 'not sent' : state}`}
      below={
        (isRefused || isLast || mayDiscard) && (
          <>
            {isRefused ? (
              <span role="alert" className="text-danger">
                Not sent. {failure}
              </span>
            ) : (
              <span>{state}</span>
            )}
            {isRefused && <Press label="Retry" onPress={() => void outbox.retry(message)} />}
            {mayDiscard && <Press label="Discard" onPress={() => void outbox.remove(message)} />}
          </>
        )
      }
    >
      {clip && <SilentVoiceBubble track={clip} reason="Plays once it is sent" />}
      {content !== undefined && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {content}
        </p>
      )}
    </BubbleFrame>
  );
}

function Press({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="link min-h-6 rounded-sm px-1 py-0.5 font-medium text-ink"
    >
      {label}
    </button>
  );
}
