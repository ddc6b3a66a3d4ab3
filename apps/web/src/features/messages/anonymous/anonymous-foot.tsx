import { useState } from 'react';
import { hasVeilSeed } from '#features/clips/mask/stored-veil-seeds.ts';
import { ClipRecorder } from '#features/clips/recorder/clip-recorder.tsx';
import { nameOf, type Conversation } from '#features/messages/conversation.ts';
import { outboxOf, useOutgoing } from '#features/messages/outbox/outbox.ts';
import { useClient } from '#lib/app.ts';
import { lazyPopup } from '#ui/lazy-part.tsx';

const AnonymousFactsDialog = lazyPopup(() => import('./anonymous-facts-dialog.tsx'));

interface AnonymousFootProps {
  userId: string;
  conversation: Conversation;
}

/** Where the sender of an anonymous conversation records the next message. */
export default function AnonymousFoot({ userId, conversation }: AnonymousFootProps) {
  const { id, sentCount } = conversation;
  const name = nameOf(conversation);
  const outbox = outboxOf(useClient());
  const [isOpen, setOpen] = useState(false);
  // Until it is answered there is one message.
  const isFirstWaiting = useOutgoing(userId, id).length > 0 && sentCount === 0;
  // Before the recorder draws a voice.
  const [isNewVoice] = useState(() => sentCount > 0 && !hasVeilSeed(userId, id));
  return (
    <div data-composer className="shrink-0 border-t border-line p-3 low:p-1.5">
      <div className="mx-auto flex max-w-3xl flex-wrap items-center gap-2">
        <p className="min-w-0 grow basis-48 px-1 text-[0.9375rem] text-ink-soft">
          {isNewVoice && (
            <span className="block font-medium text-ink">
              This device draws a new voice. <bdi>{name}</bdi> notices that it is another one.
            </span>
          )}
          You are anonymous here: Veil speaks in your place.{' '}
          <button type="button" className="link" onClick={() => setOpen(true)}>
            What others can see
          </button>
        </p>
        <ClipRecorder
          purpose={{ kind: 'message', conversationId: id, anonymous: true }}
          fixedFilter="veil"
          seedKey={id}
          disabled={isFirstWaiting}
          onSend={(clip) => outbox.addClip({ userId, conversationId: id }, clip)}
        />
      </div>
      <AnonymousFactsDialog open={isOpen} onOpenChange={setOpen} name={name} />
    </div>
  );
}
