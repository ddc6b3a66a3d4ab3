import { createFileRoute } from '@tanstack/react-router';
import { authorDropsOptions } from '#features/drops/queries.ts';
import { OwnProfileHeader } from '#features/profile/own-profile-header.tsx';
import { OwnProfileTabs } from '#features/profile/own-profile-tabs.tsx';
import { OwnProfileStats } from '#features/profile/profile-stats.tsx';
import { readProfileParams } from '#features/profile/profile-tab.ts';
import { profileOptions } from '#features/profile/queries.ts';
import { Page } from '#shell/page.tsx';

export const Route = createFileRoute('/_shell/_member/profile')({
  validateSearch: readProfileParams,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(profileOptions(context.client, context.user.id));
    void context.queryClient.prefetchInfiniteQuery(
      authorDropsOptions(context.client, context.user.id),
    );
  },
  component: OwnProfile,
});

function OwnProfile() {
  const { user } = Route.useRouteContext();
  const { tab = 'drops' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="Profile" header={<OwnProfileHeader userId={user.id} email={user.email} />}>
      <OwnProfileStats userId={user.id} />
      <OwnProfileTabs
        userId={user.id}
        tab={tab}
        onTab={(chosen) =>
          void navigate({ search: readProfileParams({ tab: chosen }), resetScroll: false })
        }
      />
    </Page>
  );
}
