import { Link } from '@tanstack/react-router';
import { countLabel, durationLabel } from '@undertone/domain/number-labels';
import { clsx } from 'clsx';
import { BellOff, HatGlasses, Mic, type LucideIcon } from 'lucide-react';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { isHidden, nameOf, type Conversation } from '#features/messages/conversation.ts';
import { ConversationAvatar } from '#features/messages/conversation-avatar.tsx';
import type { Message } from '#features/messages/message.ts';
import { useOutgoing } from '#features/messages/outbox/outbox.ts';
import { useTyping } from '#features/messages/typing.ts';
import { draftKey, useDraft } from '#lib/text-drafts.ts';
import { Badge } from '#ui/badge.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';

interface ConversationRowProps {
  conversation: Conversation;
  userId: string;
  isOpen: boolean;
}

/** A conversation in the list: the other person, the latest message, and the number of unread ones. */
export function ConversationRow({ conversation, userId, isOpen }: ConversationRowProps) {
  const { id, unreadCount, isMuted, latestAt } = conversation;
  const isUnread = unreadCount > 0;
  const textId = useId();
  return (
    <Link
      to="/messages/{-$id}"
      params={{ id }}
      resetScroll={false}
      onKeyDown={moveFocus}
      aria-current={isOpen ? 'page' : undefined}
      aria-describedby={textId}
      className={clsx(
        'flex min-h-16 items-center gap-3 rounded-md p-3 transition-colors hover:bg-paper-hover',
        isOpen && 'bg-paper-hover',
      )}
    >
      <ConversationAvatar conversation={conversation} />
      <span className="min-w-0 grow">
        <span className="flex items-baseline gap-2">
          <bdi className={clsx('truncate', isUnread ? 'font-semibold' : 'font-medium')}>
            {nameOf(conversation)}
          </bdi>
          {isHidden(conversation) && <Mark icon={HatGlasses} label="you are anonymous" />}
          {isMuted && <Mark icon={BellOff} label="muted" />}
          {latestAt !== undefined && (
            <RelativeTime
              moment={latestAt}
              className="ml-auto shrink-0 text-xs text-ink-faint tabular-nums"
            />
          )}
        </span>
        <span
          id={textId}
          className={clsx(
            'mt-0.5 flex items-center gap-2 text-sm',
            isUnread ? 'text-ink' : 'text-ink-soft',
          )}
        >
          <span className="min-w-0 grow truncate">
            <LatestLine conversation={conversation} userId={userId} />
          </span>
          {isUnread && (
            <Badge variant="count" className="shrink-0">
              <span className="sr-only">, </span>
              {countLabel(unreadCount)}
              <span className="sr-only"> unread</span>
            </Badge>
          )}
        </span>
      </span>
    </Link>
  );
}

function Mark({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon aria-hidden="true" className="size-3.5 shrink-0 self-center text-ink-faint" />
      <span className="sr-only">, {label}</span>
    </>
  );
}

/** Moves the focus to the conversation above or below. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const row = event.currentTarget.closest('li');
  const next = {
    ArrowDown: row?.nextElementSibling,
    ArrowUp: row?.previousElementSibling,
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next.querySelector('a')?.focus();
}

/** The line below the name: what is being written, waits to be sent, or came last. */
function LatestLine({ conversation, userId }: { conversation: Conversation; userId: string }) {
  const { id, place, latest, state } = conversation;
  const isAnonymous = isHidden(conversation);
  const isTyping = useTyping(id);
  const outgoing = useOutgoing(userId, id);
  const { text: draft } = useDraft(draftKey(userId, id));
  const waiting = outgoing.at(-1);
  if (isTyping) return 'Writing...';
  if (waiting) {
    return (
      <>
        <span className={clsx(waiting.failure !== undefined && 'text-danger')}>
          {waiting.failure === undefined ? 'Sending: ' : 'Not sent: '}
        </span>
        {waiting.content ?? <VoiceLabel duration={waiting.clip?.duration ?? 0} />}
      </>
    );
  }
  if (draft.trim() !== '') {
    return (
      <>
        <span className="font-medium">Draft: </span>
        <span dir="auto">{draft}</span>
      </>
    );
  }
  if (!latest) return state === 'ended' ? 'This conversation has ended' : '';
  return (
    <>
      {latest.place === place && (isAnonymous ? 'Anonymously: ' : 'You: ')}
      <MessageText message={latest} />
    </>
  );
}

const asItIs = (text: string): ReactNode => text;

/** A message in one line. */
export function MessageText({
  message: { content, clip, isDeleted },
  render = asItIs,
}: {
  message: Message;
  render?: (text: string) => ReactNode;
}) {
  if (isDeleted) return <em className="[font-synthesis:style]">Deleted message</em>;
  return (
    <>
      {clip && <VoiceLabel duration={clip.duration} />}
      {clip && content !== undefined && ' · '}
      {content !== undefined && <span dir="auto">{render(content)}</span>}
    </>
  );
}

function VoiceLabel({ duration }: { duration: number }) {
  return (
    <span className="whitespace-nowrap">
      <Mic aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.125em] text-voice" />
      Voice message, {durationLabel(duration)}
    </span>
  );
}
