import { useQuery } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { Badge } from '#ui/badge.tsx';
import { MarkAllReadButton } from './mark-all-read-button.tsx';
import { unreadCountOptions } from './unread-queries.ts';
import { useClient } from '#lib/app.ts';

/** The page's heading with the unread count and the button that marks all as read. */
export function NotificationsHeader({ userId }: { userId: string }) {
  const { data: unread = 0 } = useQuery(unreadCountOptions(useClient(), userId));
  return (
    <header className="mb-7 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <h1 className="text-3xl sm:text-4xl">Notifications</h1>
        {unread > 0 && (
          <Badge variant="count" className="mt-1 h-6! px-2!">
            {countLabel(unread)}
            <span className="sr-only"> unread</span>
          </Badge>
        )}
      </div>
      <MarkAllReadButton userId={userId} variant="secondary" />
    </header>
  );
}
