import { Popover } from '@base-ui/react/popover';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { type RefObject } from 'react';
import { useClient } from '#lib/app.ts';
import { buttonClass } from '#ui/button-class.ts';
import { popupClass } from '#ui/popup-class.ts';
import { MarkAllReadButton } from './mark-all-read-button.tsx';
import { NotificationItem } from './notification-item.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { AvatarRowSkeletons } from '#ui/avatar-row-skeletons.tsx';
import { notificationsOptions } from './queries.ts';
import { useMarkRead } from './mutations.ts';

const SHOWN_COUNT = 4;

interface NotificationPopupProps {
  userId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The bell. */
  anchor: RefObject<HTMLButtonElement | null>;
}

/** The latest notifications, in a popup below the bell. */
export default function NotificationPopup(props: NotificationPopupProps) {
  const { userId, open, onOpenChange, anchor } = props;
  const close = () => onOpenChange(false);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // The bell handles a press on itself.
        if (event.target instanceof Node && anchor.current?.contains(event.target)) return;
        onOpenChange(next);
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-50 outline-none"
        >
          <Popover.Popup
            finalFocus={anchor}
            className={clsx(
              popupClass,
              'flex max-h-(--available-height) w-[min(25rem,calc(100vw-1.5rem))] flex-col rounded-lg outline-none',
            )}
          >
            <div className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line py-2 pr-2 pl-5">
              <Popover.Title className="font-display text-lg">Notifications</Popover.Title>
              <MarkAllReadButton userId={userId} variant="quiet" />
            </div>
            <div className="min-h-0 grow overflow-y-auto overscroll-contain p-2">
              <Latest userId={userId} onOpen={close} />
            </div>
            <div className="border-t border-line p-2">
              <Link
                to="/notifications"
                onClick={close}
                className={clsx(
                  buttonClass({ variant: 'quiet', size: 'sm' }),
                  'w-full max-md:min-h-10',
                )}
              >
                View all
              </Link>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Latest({ userId, onOpen }: { userId: string; onOpen: () => void }) {
  const list = useInfiniteQuery(notificationsOptions(useClient(), userId));
  const markRead = useMarkRead(userId);
  const latest = list.data?.pages[0]?.items.slice(0, SHOWN_COUNT) ?? [];

  return (
    <QueryList
      query={list}
      of="notifications"
      failure="Failed to load notifications"
      loading={<AvatarRowSkeletons of="notifications" count={SHOWN_COUNT} />}
      compact
      isEmpty={latest.length === 0}
      empty={<p className="px-4 py-10 text-center text-ink-soft">No notifications yet</p>}
    >
      <ul>
        {latest.map((notification) => (
          <li key={notification.id}>
            <NotificationItem
              brief
              notification={notification}
              onOpen={() => {
                markRead(notification);
                onOpen();
              }}
            />
          </li>
        ))}
      </ul>
    </QueryList>
  );
}
