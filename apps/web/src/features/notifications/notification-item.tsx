import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { AtSign, Bell, Heart, MessageCircle, Mic, Scale, UserCheck, UserPlus } from 'lucide-react';
import { useId } from 'react';
import { LogoMark } from '#ui/logo.tsx';
import { TimeButton } from '#ui/time-button.tsx';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { linkOf, type Notification } from './notification.ts';

interface NotificationItemProps {
  notification: Notification;
  /** Called on a click of the link, which also follows it, or of the button. */
  onOpen: () => void;
  /** Shows one line of the content instead of three, for the popup. */
  brief?: boolean;
}

/** A notification as a link to its subject or, without a subject, as a button. */
export function NotificationItem({ notification, onOpen, brief = false }: NotificationItemProps) {
  const { type, actorId, actorUsername, actorAvatarUrl, read, createdAt } = notification;
  const actor = { userId: actorId, username: actorUsername, avatarUrl: actorAvatarUrl };
  const link = linkOf(notification);
  const timeId = useId();
  const press = {
    onClick: onOpen,
    'aria-describedby': timeId,
    // Extends the clickable area to the whole item.
    className:
      'block w-full text-left after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ink',
  };
  const content = <ItemContent notification={notification} brief={brief} />;
  return (
    <div
      className={clsx(
        'relative flex w-full items-start gap-4 rounded-md p-3 transition-colors hover:bg-paper-hover',
        !brief && 'sm:px-4',
      )}
    >
      <span className="relative mt-0.5">
        {type === 'statement' || type === 'outcome' ? (
          <span className="grid size-10 place-items-center rounded-full bg-paper-hover text-ink">
            <LogoMark className="size-5" />
          </span>
        ) : (
          <PersonAvatar person={actor} />
        )}
        <NotificationIcon type={type} />
      </span>
      <div className="min-w-0 grow text-[0.9375rem] leading-snug">
        {link ? (
          <Link {...link} {...press}>
            {content}
          </Link>
        ) : (
          <button type="button" {...press}>
            {content}
          </button>
        )}
        <TimeButton
          id={timeId}
          tabIndex={-1}
          moment={createdAt}
          ago
          className="relative mt-1 block text-sm text-ink-faint"
        />
      </div>
      <span
        aria-hidden="true"
        className={clsx('mt-2 size-2.5 shrink-0 rounded-full', !read && 'bg-ink')}
      />
    </div>
  );
}

function ItemContent({ notification, brief }: { notification: Notification; brief: boolean }) {
  const { actorName, action, content, read } = notification;
  return (
    <>
      {!read && <span className="sr-only">Unread: </span>}
      <span className="wrap-anywhere">
        <bdi className="font-semibold">{actorName}</bdi>{' '}
        <span className={read ? 'text-ink-soft' : 'font-medium'}>{action}</span>
      </span>
      {content !== undefined && (
        <>
          {' '}
          <span
            dir="auto"
            className={clsx(
              'mt-1 wrap-anywhere text-ink-soft',
              brief ? 'line-clamp-1' : 'line-clamp-3',
            )}
          >
            {content}
          </span>
        </>
      )}
    </>
  );
}

const icons = {
  like: Heart,
  comment: MessageCircle,
  follow: UserPlus,
  request: UserPlus,
  approved: UserCheck,
  mention: AtSign,
  drop: Mic,
  statement: Scale,
  outcome: Scale,
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
