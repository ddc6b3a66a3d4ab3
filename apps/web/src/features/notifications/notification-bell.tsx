import { useQuery } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { clsx } from 'clsx';
import { Bell } from 'lucide-react';
import { useRef, useState } from 'react';
import { useClient } from '#lib/app.ts';
import { Badge } from '#ui/badge.tsx';
import { iconButtonClass } from '#ui/icon-button.tsx';
import { lazyPart, lazyPopup } from '#ui/lazy-part.tsx';
import { unreadCountOptions } from './unread-queries.ts';

const NotificationPopup = lazyPopup(() => import('./notification-popup.tsx'));
const LiveNotifications = lazyPart(() => import('./live-notifications.tsx'), { preload: 'idle' });

/** The bell with the number of unread notifications; opens the popup with the latest ones. */
export default function NotificationBell({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { data: unread = 0 } = useQuery(unreadCountOptions(useClient(), userId));

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open}
        data-tooltip="Notifications"
        onClick={() => setOpen(!open)}
        className={clsx(iconButtonClass(), 'relative')}
      >
        <Bell />
        {unread > 0 && (
          <Badge variant="count" className="absolute top-1 right-0.5 ring-2 ring-paper">
            {countLabel(unread)}
          </Badge>
        )}
      </button>
      <output className="sr-only">
        {unread > 0 && `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`}
      </output>
      <NotificationPopup userId={userId} open={open} onOpenChange={setOpen} anchor={button} />
      <LiveNotifications userId={userId} />
    </>
  );
}
