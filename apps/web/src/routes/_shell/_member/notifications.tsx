import { createFileRoute } from '@tanstack/react-router';
import { filterIn } from '#features/notifications/filters-of.ts';
import { readNotificationParams } from '#features/notifications/notification-filters.ts';
import { NotificationsHeader } from '#features/notifications/notifications-header.tsx';
import { FilteredNotifications } from '#features/notifications/filtered-notifications.tsx';
import { Page } from '#shell/page.tsx';

export const Route = createFileRoute('/_shell/_member/notifications')({
  validateSearch: readNotificationParams,
  component: Notifications,
});

function Notifications() {
  const { user } = Route.useRouteContext();
  const { tab = 'all', filter = 'all', q: words = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="Notifications" header={<NotificationsHeader userId={user.id} />}>
      <FilteredNotifications
        userId={user.id}
        filters={{ tab, filter: filterIn(tab, filter), words }}
        onFilters={(next) =>
          // Typing adds no history entries; choosing a tab or a filter adds one, so that Back undoes it.
          void navigate({
            search: readNotificationParams({
              ...next,
              filter: filterIn(next.tab, next.filter),
              q: next.words,
            }),
            replace: next.words !== words,
            resetScroll: false,
          })
        }
      />
    </Page>
  );
}
