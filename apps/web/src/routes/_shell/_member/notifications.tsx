import { createFileRoute } from '@tanstack/react-router';
import {
  searchFromView,
  viewFromSearch,
  type NotificationSearch,
} from '#features/notifications/notification-view.ts';
import { NotificationsHeader } from '#features/notifications/notifications-header.tsx';
import { FilteredNotifications } from '#features/notifications/filtered-notifications.tsx';
import { searchTextFromUrl } from '#lib/search-text.ts';
import { Page } from '#shell/page.tsx';

export const Route = createFileRoute('/_shell/_member/notifications')({
  validateSearch: ({ tab, filter, q }: Record<string, unknown>): NotificationSearch => ({
    ...(typeof tab === 'string' && { tab }),
    ...(typeof filter === 'string' && { filter }),
    ...(searchTextFromUrl(q) !== '' && { q: searchTextFromUrl(q) }),
  }),
  component: Notifications,
});

function Notifications() {
  const { user } = Route.useRouteContext();
  const view = viewFromSearch(Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <Page title="Notifications" header={<NotificationsHeader userId={user.id} />}>
      <FilteredNotifications
        userId={user.id}
        view={view}
        onView={(next) =>
          // Typing adds no history entries; choosing a tab or a filter adds one, so that Back undoes it.
          void navigate({
            search: searchFromView(next),
            replace: next.words !== view.words,
            resetScroll: false,
          })
        }
      />
    </Page>
  );
}
