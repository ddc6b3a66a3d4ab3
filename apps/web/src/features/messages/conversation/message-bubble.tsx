import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { nameOf, type Conversation } from '#features/messages/conversation.ts';
import type { Message } from '#features/messages/message.ts';
import type { Playlist, Track } from '#features/player/track.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';
import { LinkedText } from './linked-text.tsx';
import { SilentVoiceBubble, VoiceBubble } from './voice-bubble.tsx';

const MessageMenuPopup = lazyPopup(() => import('./message-menu-popup.tsx'), { preload: 'intent' });

/** Anonymous messages are delivered every five minutes, in milliseconds; they are dated back to the last of these times. */
const DELIVERED_EVERY = 5 * 60_000;

interface MessageBubbleProps {
  userId: string;
  conversation: Conversation;
  message: Message;
  isFirst: boolean;
  /** Whether it is the last of its group, below which the time stands. */
  isLast: boolean;
  /** Whether the Tab key comes to it; arrow keys go on from there. */
  isTabStop: boolean;
  /** Its voice for the player; undefined without one, and in a request. */
  track: Track | undefined;
  getPlaylist: () => Playlist;
  /** Whether it was searched for. */
  isFound: boolean;
  /** Says whether a message of the viewer has been read. */
  receipt: string | undefined;
}

/** A message in the log, with the button of its menu. */
export function MessageBubble(props: MessageBubbleProps) {
  const { userId, conversation, message, isFirst, isLast, track, getPlaylist, isFound } = props;
  const { content, clip, isDeleted, sentAt, position, place } = message;
  const isOwn = place === conversation.place;
  const time = timeLabel(sentAt);
  const isWaiting = isOwn && position === undefined;
  const name = isOwn ? 'You' : nameOf(conversation);
  return (
    <BubbleFrame
      isOwn={isOwn}
      isFirst={isFirst}
      isFound={isFound}
      isTabStop={props.isTabStop}
      isQuiet={isDeleted}
      label={`${name}, ${time}`}
      position={position}
      below={
        isLast && (
          <>
            {isWaiting ? (
              `Sent, arrives at ${timeLabel(Date.parse(sentAt) + DELIVERED_EVERY)}`
            ) : (
              <time dateTime={sentAt}>{time}</time>
            )}
            {props.receipt !== undefined && ` · ${props.receipt}`}
          </>
        )
      }
      menu={
        <MenuButton
          renderTrigger={(trigger) => (
            <IconButton
              {...trigger}
              label="Message actions"
              tooltip=""
              tabIndex={-1}
              size="sm"
              onPointerEnter={MessageMenuPopup.preload}
              onFocus={MessageMenuPopup.preload}
              className="opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100"
            >
              <Ellipsis />
            </IconButton>
          )}
        >
          {(menu) => (
            <MessageMenuPopup
              {...menu}
              userId={userId}
              message={message}
              isOwn={isOwn}
              conversation={conversation}
            />
          )}
        </MenuButton>
      }
    >
      {isDeleted && <p className="text-ink-faint">Deleted message</p>}
      {track && <VoiceBubble track={track} getPlaylist={getPlaylist} />}
      {clip && !track && (
        <SilentVoiceBubble track={clip} reason="Plays once you accept the request" />
      )}
      {content !== undefined && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          <LinkedText text={content} />
        </p>
      )}
    </BubbleFrame>
  );
}

interface BubbleFrameProps {
  isOwn: boolean;
  isFirst: boolean;
  isFound?: boolean;
  isTabStop?: boolean;
  /** Draws only an outline. */
  isQuiet?: boolean;
  label: string;
  position?: number | undefined;
  below: ReactNode;
  menu?: ReactNode;
  children: ReactNode;
}

// As the articles of a feed.
const focusable = { tabIndex: 0 };
const focusableByKeys = { tabIndex: -1 };

/** A message on its side of the log. It takes the focus by arrow keys or a press, which shows its menu's button. */
export function BubbleFrame(props: BubbleFrameProps) {
  const {
    isOwn,
    isFirst,
    isFound = false,
    isTabStop = false,
    isQuiet = false,
    label,
    position,
    below,
    menu,
  } = props;
  return (
    <article
      data-message
      data-position={position}
      {...(isTabStop ? focusable : focusableByKeys)}
      aria-label={label}
      className={clsx('group rounded-lg outline-offset-2', isFirst ? 'mt-4' : 'mt-1')}
    >
      <div className={clsx('flex items-center gap-1', isOwn && 'flex-row-reverse')}>
        <div
          className={clsx(
            'max-w-[min(34rem,82%)] min-w-0 rounded-[1.25rem] px-4 py-2.5 text-[0.9375rem] leading-normal',
            isQuiet
              ? 'border border-dashed border-line-strong'
              : isOwn
                ? 'border border-transparent bg-paper-hover'
                : 'border border-line bg-paper-raised',
            isFirst && (isOwn ? 'rounded-tr-md' : 'rounded-tl-md'),
            isFound && 'outline-2 outline-line-strong',
          )}
        >
          {props.children}
        </div>
        {menu}
      </div>
      {below && (
        <p
          className={clsx(
            'mt-1 flex flex-wrap items-center gap-x-1.5 px-2 text-xs text-ink-faint tabular-nums',
            isOwn && 'justify-end',
          )}
        >
          {below}
        </p>
      )}
    </article>
  );
}

/** The time of day, in the reader's time zone and way of writing it. */
export function timeLabel(moment: string | number): string {
  return new Date(moment).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
}
