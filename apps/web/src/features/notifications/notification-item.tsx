import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { AtSign, Bell, Heart, MessageCircle, UserPlus } from 'lucide-react';
import { RelativeTime } from '#ui/relative-time.tsx';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import type { Notification } from './notification.ts';
import { linkOf } from './notification-link.ts';

interface NotificationItemProps {
  notification: Notification;
  /** Called on a click, which also follows the link. */
  onOpen: () => void;
  /** Shows one line of the content instead of three, for the popup. */
  brief?: boolean;
}

/** A notification as a link to its subject or, without a subject, as a button. */
export function NotificationItem({ notification, onOpen, brief = false }: NotificationItemProps) {
  const link = linkOf(notification);
  const className = clsx(
    'flex w-full items-start gap-4 rounded-md p-3 text-left transition-colors hover:bg-paper-hover',
    !brief && 'sm:px-4',
  );
  const content = <ItemContent notification={notification} brief={brief} />;
  return link ? (
    <Link {...link} onClick={onOpen} className={className}>
      {content}
    </Link>
  ) : (
    <button type="button" onClick={onOpen} className={className}>
      {content}
    </button>
  );
}

function ItemContent({ notification, brief }: { notification: Notification; brief: boolean }) {
  const { type, actorName, actorUsername, actorAvatarUrl, action, content, read, createdAt } =
    notification;
  return (
    <>
      <span className="relative mt-0.5">
        <PersonAvatar name={actorUsername} avatarUrl={actorAvatarUrl} />
        <NotificationIcon type={type} />
      </span>
      <span className="min-w-0 grow text-[0.9375rem] leading-snug">
        {!read && <span className="sr-only">Unread: </span>}
        <span className="wrap-anywhere">
          <span className="font-semibold">{actorName}</span>{' '}
          <span className={read ? 'text-ink-soft' : 'font-medium'}>{action}</span>
        </span>{' '}
        {content !== undefined && (
          <span
            className={clsx(
              'mt-1 wrap-anywhere text-ink-soft',
              brief ? 'line-clamp-1' : 'line-clamp-3',
            )}
          >
            {type === 'like' ? content : `“${content}”`}
          </span>
        )}{' '}
        <RelativeTime moment={createdAt} ago className="mt-1 block text-sm text-ink-faint" />
      </span>
      <span
        aria-hidden="true"
        className={clsx('mt-2 size-2.5 shrink-0 rounded-full', !read && 'bg-ink')}
      />
    </>
  );
}

const icons = {
  like: Heart,
  comment: MessageCircle,
  follow: UserPlus,
  mention: AtSign,
  other: Bell,
} satisfies Record<Notification['type'], unknown>;

/** The icon of a notification's type, at the corner of the actor's avatar. Decorative, since the text says the same. */
function NotificationIcon({ type }: { type: Notification['type'] }) {
  const Icon = icons[type];
  return (
    <span
      aria-hidden="true"
      data-type={type}
      className="absolute -right-1.5 -bottom-1.5 grid size-5.5 place-items-center rounded-full border border-line bg-paper-raised text-ink"
    >
      <Icon className="size-3" />
    </span>
  );
}
