import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { ArrowDown } from 'lucide-react';
import { useEffect, useLayoutEffect, useState, type ReactNode, type RefObject } from 'react';
import { nameOf, type Conversation } from '#features/messages/conversation.ts';
import type { Message } from '#features/messages/message.ts';
import { useOutgoing } from '#features/messages/outbox/outbox.ts';
import { messagesOptions } from '#features/messages/queries.ts';
import type { Track } from '#features/player/track.ts';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useNearScreen } from '#ui/use-near-screen.ts';
import { logEntries } from './log-entries.ts';
import { MessageBubble } from './message-bubble.tsx';
import { useMessageKeys } from './message-focus.ts';
import { MessageSkeletons } from './message-skeletons.tsx';
import { messageTrack } from './message-track.ts';
import { OutgoingBubble } from './outgoing-bubble.tsx';
import { useKeptPlace } from './use-kept-place.ts';
import { useMarkRead } from './use-mark-read.ts';
import { usePageActive } from './use-page-active.ts';

interface MessageLogProps {
  userId: string;
  conversation: Conversation;
  /** The position of the message that is shown first; by default the newest. */
  at: number | undefined;
  /** Called to show the newest messages in place of those around one. */
  onNewest: () => void;
}

/** The messages of a conversation, the newest at the bottom. Older ones are read when the top comes near. */
export function MessageLog(props: MessageLogProps) {
  const { userId, conversation, at } = props;
  const query = useInfiniteQuery(messagesOptions(useClient(), userId, conversation.id, at));
  if (query.isPending)
    return (
      <div className="flex min-h-0 grow flex-col overflow-hidden">
        <MessageSkeletons />
      </div>
    );
  if (query.isLoadingError)
    return (
      <div className="min-h-0 grow overflow-y-auto">
        <ListProblem
          query={query}
          failure="Failed to load messages"
          reason={backendMessage(query.error)}
        />
      </div>
    );
  const messages = query.data.pages.flatMap((page) => page.items).toReversed();
  return (
    <LoadedLog
      {...props}
      messages={messages}
      now={new Date(query.dataUpdatedAt)}
      isComplete={!query.hasPreviousPage}
      top={<Edge query={query} side="older" />}
      bottom={query.hasPreviousPage && <Edge query={query} side="newer" />}
    />
  );
}

interface LoadedLogProps extends MessageLogProps {
  /** Oldest first. */
  messages: readonly Message[];
  now: Date;
  /** Whether the last of them is the newest of the conversation. */
  isComplete: boolean;
  top: ReactNode;
  bottom: ReactNode;
}

function LoadedLog(props: LoadedLogProps) {
  const { userId, conversation, at, onNewest, messages, now, isComplete, top, bottom } = props;
  const { id, place, readPosition, unreadCount, otherReadPosition } = conversation;
  const outgoing = useOutgoing(userId, id);
  const [isAtEnd, setAtEnd] = useState(isComplete);
  const { scroller, look, goToEnd } = useKeptPlace(isComplete, setAtEnd);
  useMessageKeys(scroller);
  const isActive = usePageActive();
  const newest = messages.findLast(({ position }) => position !== undefined)?.position;
  useMarkRead(userId, conversation, newest, isAtEnd && isComplete && isActive);
  useFoundMessage(scroller, at, look);

  // Where the line stands stays the same while the conversation is open.
  const [openedAt] = useState(() => (unreadCount > 0 ? readPosition : undefined));
  const unreadFrom =
    openedAt === undefined
      ? undefined
      : messages.find((one) => one.place !== place && (one.position ?? 0) > openedAt)?.position;

  useUnreadPlace(scroller, at === undefined ? unreadFrom : undefined, look);

  // What one writes is seen at once, wherever the log was.
  const sentCount = outgoing.length;
  useLayoutEffect(() => {
    if (sentCount > 0) goToEnd();
  }, [sentCount, goToEnd]);

  const tracks = useTracks(messages, conversation, userId);
  const getPlaylist = () => ({ source: `conversation ${id}`, tracks: [...tracks.values()] });
  const entries = logEntries({ messages, outgoing, place, unreadFrom, now });
  const lastOwn = messages.findLast((one) => one.place === place && !one.isDeleted);

  return (
    <div className="relative min-h-0 grow">
      <div
        ref={scroller}
        role="log"
        aria-label={`Messages with ${nameOf(conversation)}`}
        // Older messages that are added are no news; a region of its own reads out what arrives.
        aria-live="off"
        onScroll={look}
        className="absolute inset-0 flex flex-col-reverse overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      >
        <div className="relative mx-auto w-full max-w-3xl px-3 py-4">
          {top}
          {entries.map((entry) => {
            if (entry.kind === 'day') return <Divider key={entry.key}>{entry.day}</Divider>;
            if (entry.kind === 'unread') {
              return (
                <Divider key={entry.key} isStrong>
                  Unread
                </Divider>
              );
            }
            if (entry.kind === 'outgoing') return <OutgoingBubble {...entry} key={entry.key} />;
            const { key, message, isFirst, isLast } = entry;
            return (
              <MessageBubble
                key={key}
                userId={userId}
                conversation={conversation}
                message={message}
                isFirst={isFirst}
                isLast={isLast}
                isTabStop={message === messages.at(-1)}
                track={tracks.get(message.id)}
                getPlaylist={getPlaylist}
                isFound={at !== undefined && message.position === at}
                receipt={message === lastOwn ? receiptOf(message, otherReadPosition) : undefined}
              />
            );
          })}
          {bottom}
        </div>
      </div>
      {!(isAtEnd && isComplete) && (
        <JumpToNewest unread={unreadCount} onJump={isComplete ? goToEnd : onNewest} />
      )}
      <NewMessage conversation={conversation} message={messages.at(-1)} />
    </div>
  );
}

function receiptOf({ position }: Message, otherReadPosition: number | undefined) {
  if (position === undefined) return undefined;
  return otherReadPosition !== undefined && otherReadPosition >= position ? 'Seen' : 'Sent';
}

/** The voice messages, for the player, by id. */
function useTracks(messages: readonly Message[], conversation: Conversation, userId: string) {
  const { username } = useSession();
  const tracks = new Map<string, Track>();
  // Nothing plays in a request.
  if (!conversation.isAccepted) return tracks;
  for (const message of messages) {
    const track = messageTrack(message, conversation, { userId, username });
    if (track) tracks.set(message.id, track);
  }
  return tracks;
}

/**
 * Scrolls to the message that was searched for, and focuses it.
 *
 * @param onScroll is called at once: a rendering before the event of the scroll would go back to the end
 */
function useFoundMessage(
  scroller: RefObject<HTMLElement | null>,
  at: number | undefined,
  onScroll: () => void,
) {
  useEffect(() => {
    if (at === undefined) return undefined;
    // The page has moved the focus to its beginning just before.
    const timer = setTimeout(() => {
      const found = scroller.current?.querySelector<HTMLElement>(`[data-position="${at}"]`);
      found?.scrollIntoView({ block: 'center' });
      found?.focus({ preventScroll: true });
      onScroll();
    });
    return () => clearTimeout(timer);
  }, [scroller, at, onScroll]);
}

/** Space above the first unread message for the line before it, in CSS pixels. */
const UNREAD_MARGIN = 64;

/** Opens the log at the first unread message, unless that is in sight at its end. */
function useUnreadPlace(
  scroller: RefObject<HTMLElement | null>,
  unreadFrom: number | undefined,
  onScroll: () => void,
) {
  const [position] = useState(unreadFrom);
  useLayoutEffect(() => {
    const box = scroller.current;
    const first = box?.querySelector(`[data-position="${position}"]`);
    if (!box || !first) return;
    const fromTop = first.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (fromTop >= 0) return;
    box.scrollBy({ top: fromTop - UNREAD_MARGIN, behavior: 'instant' });
    onScroll();
  }, [scroller, position, onScroll]);
}

interface EdgeProps {
  query: UseInfiniteQueryResult;
  side: 'older' | 'newer';
}

/** An end of the log, at which more messages are read when it comes near. */
function Edge({ query, side }: EdgeProps) {
  const isOlder = side === 'older';
  const hasMore = isOlder ? query.hasNextPage : query.hasPreviousPage;
  const isFetching = isOlder ? query.isFetchingNextPage : query.isFetchingPreviousPage;
  const isFailed = isOlder ? query.isFetchNextPageError : query.isFetchPreviousPageError;
  const fetchMore = () => void (isOlder ? query.fetchNextPage() : query.fetchPreviousPage());
  const near = useNearScreen<HTMLSpanElement>(hasMore && !isFetching && !isFailed, fetchMore);
  if (!hasMore) return null;
  return (
    <div className="flex min-h-12 items-center justify-center gap-3 text-sm text-ink-soft">
      {/* Reaches into the log, so that more is read before its end is seen. */}
      <span
        ref={near}
        className={`pointer-events-none absolute left-0 h-[min(40rem,80%)] w-px ${isOlder ? 'top-0' : 'bottom-0'}`}
      />
      {isFetching && (
        <p data-announced className="flex items-center gap-2">
          <Spinner /> Loading {side} messages...
        </p>
      )}
      {isFailed && !isFetching && (
        <>
          <p role="alert">Failed to load messages</p>
          <Button variant="secondary" size="sm" onClick={fetchMore}>
            Try Again
          </Button>
        </>
      )}
    </div>
  );
}

function Divider({ isStrong = false, children }: { isStrong?: boolean; children: ReactNode }) {
  const line = <span className={`h-px grow ${isStrong ? 'bg-line-strong' : 'bg-line'}`} />;
  return (
    <div
      className={`mt-5 mb-1 flex items-center gap-3 text-xs font-medium ${isStrong ? 'text-ink' : 'text-ink-faint'}`}
    >
      {line}
      <h3 className="font-sans text-xs">{children}</h3>
      {line}
    </div>
  );
}

function JumpToNewest({ unread, onJump }: { unread: number; onJump: () => void }) {
  return (
    <button
      type="button"
      onClick={onJump}
      className="absolute right-4 bottom-3 inline-flex min-h-11 items-center gap-2 rounded-full border border-line-floating bg-paper-raised px-4 text-sm font-medium shadow-low hover:bg-paper-hover"
    >
      <ArrowDown aria-hidden="true" className="size-4" />
      Newest
      {unread > 0 && (
        <Badge variant="count">
          {countLabel(unread)}
          <span className="sr-only"> unread</span>
        </Badge>
      )}
    </button>
  );
}

/** Reads out a message of the other side that has arrived. */
function NewMessage({
  conversation,
  message,
}: {
  conversation: Conversation;
  message: Message | undefined;
}) {
  const [openedAt] = useState(conversation.latest?.position ?? message?.position ?? 0);
  const isNew =
    message?.position !== undefined &&
    message.position > openedAt &&
    message.place !== conversation.place &&
    !message.isDeleted;
  return (
    <output className="sr-only">
      {/* A node of its own: the same words twice are read out twice. */}
      {isNew && (
        <span key={message.id}>
          {`${nameOf(conversation)}: ${message.content ?? 'Voice message'}`}
        </span>
      )}
    </output>
  );
}
