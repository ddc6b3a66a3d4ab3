import { AtSign, Bell, Heart, MessageCircle, UserPlus } from 'lucide-react';
import type { Notification } from './notification.ts';

const icons = {
  like: Heart,
  comment: MessageCircle,
  follow: UserPlus,
  mention: AtSign,
  other: Bell,
} satisfies Record<Notification['type'], unknown>;

/** The icon of a notification's type, at the corner of the actor's avatar. Decorative, since the text says the same. */
export function NotificationIcon({ type }: { type: Notification['type'] }) {
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
