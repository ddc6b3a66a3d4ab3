import { MESSAGE_MAX_LENGTH } from '@undertone/domain/limits';
import { countCharacters, fits } from '@undertone/domain/characters';
import { cleanText, hasContent } from '@undertone/domain/text';
import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { SendHorizontal } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { ClipRecorder } from '#features/clips/recorder/clip-recorder.tsx';
import type { ReadyClip } from '#features/clips/recorder/ready-clip.ts';
import { nameOf, type Conversation } from '#features/messages/conversation.ts';
import { showTyping } from '#features/messages/mutations.ts';
import { outboxOf } from '#features/messages/outbox/outbox.ts';
import { useApp } from '#lib/app.ts';
import { draftKey, useDraft, useDrafts } from '#lib/text-drafts.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { focusLastMessage } from './message-focus.ts';

/** The length from which the counter is shown. */
const COUNTER_MIN_LENGTH = MESSAGE_MAX_LENGTH - 200;

/** The other side is shown at most once in this time that the viewer is writing, in milliseconds. */
const TYPING_EVERY = 3000;

interface ComposerProps {
  userId: string;
  conversation: Conversation;
}

/** Where a message is written. Enter sends, Shift+Enter inserts a line break, Escape leads back to the list. */
export function Composer({ userId, conversation }: ComposerProps) {
  const { id, isAccepted, isAnonymous } = conversation;
  const app = useApp();
  const { client } = app;
  const drafts = useDrafts();
  const key = draftKey(userId, id);
  const { text } = useDraft(key);
  const box = useRef<HTMLTextAreaElement>(null);
  const shownAt = useRef(-Infinity);
  const navigate = useNavigate();
  const counterId = useId();

  // With a keyboard, writing can begin at once. The page has moved the focus to its beginning just before.
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches) return undefined;
    const timer = setTimeout(() => box.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, []);

  const content = cleanText(text);
  const isTooLong = !fits(content, MESSAGE_MAX_LENGTH);
  const isEmpty = !hasContent(content);
  const canSend = !isEmpty && !isTooLong;

  const send = () => {
    if (!canSend) return;
    drafts.set(key, '');
    shownAt.current = -Infinity;
    void outboxOf(client).add({ userId, conversationId: id, content });
  };

  const sendClip = async (clip: ReadyClip) => {
    const words = canSend && { content };
    await outboxOf(client).addClip({ userId, conversationId: id, ...words }, clip);
    if (canSend) drafts.set(key, '');
  };

  const type = (typed: string) => {
    drafts.set(key, typed);
    if (isAnonymous || !isAccepted || typed === '' || !navigator.onLine) return;
    const now = performance.now();
    if (now - shownAt.current < TYPING_EVERY) return;
    shownAt.current = now;
    void showTyping(app, id);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // During composition, as in Japanese, keys belong to the input method; Safari signals it only by key code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' && !event.shiftKey) send();
    else if (event.key === 'ArrowUp' && text === '') focusLastMessage();
    else if (event.key === 'Escape')
      void navigate({ to: '/messages/{-$id}', params: { id: undefined } });
    else return;
    event.preventDefault();
  };

  return (
    <div data-composer className="shrink-0 border-t border-line p-3 low:p-1.5">
      <div className="group/composer mx-auto flex max-w-3xl flex-wrap items-end gap-2">
        <div className="min-w-0 grow basis-40">
          <Textarea
            ref={box}
            rows={1}
            value={text}
            aria-label={`Message to ${nameOf(conversation)}`}
            placeholder="Type a message..."
            enterKeyHint="send"
            aria-invalid={isTooLong || undefined}
            aria-describedby={counterId}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            className="block max-h-[min(10rem,30dvh)] min-h-11 overflow-y-auto rounded-[1.375rem]! py-2.5! text-[0.9375rem] leading-normal"
          />
          <p
            id={counterId}
            className={clsx(
              'mt-1 text-right text-sm tabular-nums empty:hidden',
              isTooLong ? 'text-danger' : 'text-ink-faint',
            )}
          >
            {text.length >= COUNTER_MIN_LENGTH &&
              `${countCharacters(content)}/${MESSAGE_MAX_LENGTH}`}
          </p>
        </div>
        <div className={clsx('contents', !isEmpty && '[&_[data-clip=idle]]:hidden')}>
          <ClipRecorder purpose={{ kind: 'message', conversationId: id }} onSend={sendClip} />
        </div>
        <IconButton
          label="Send"
          variant="ink"
          disabled={!canSend}
          onClick={() => {
            // Sending disables this button, which would lose the focus.
            box.current?.focus();
            send();
          }}
          // The recorder stands here until something is written, and then sends the words with the clip.
          className={clsx(
            isEmpty
              ? 'group-has-[[data-clip]]/composer:hidden'
              : 'group-has-[[data-clip]:not([data-clip=idle])]/composer:hidden',
          )}
        >
          <SendHorizontal />
        </IconButton>
      </div>
    </div>
  );
}
