import { isReservedUsername } from '@undertone/domain/reserved-username';
import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router';
import { PublicProfile, usePublicProfileTitle } from '#features/profile/public-profile.tsx';
import { prefetchProfile } from '#features/profile/prefetch-profile.ts';
import { Page } from '#shell/page.tsx';
import { Loading } from '#ui/loading.tsx';

export const Route = createFileRoute('/_shell/$username')({
  loader: async ({ context, params }) => {
    if (isReservedUsername(params.username)) throw notFound({ routeId: rootRouteId });
    const state = await context.session.settled();
    const viewerId = state.status === 'signed-in' ? state.user.id : undefined;
    void prefetchProfile(context, params.username, viewerId);
  },
  pendingComponent: () => <Loading label="Loading profile..." />,
  component: PublicProfileRoute,
});

function PublicProfileRoute() {
  const { username } = Route.useParams();
  const title = usePublicProfileTitle(username);
  // The key resets the chosen tab when the path changes to another person's profile.
  return <Page title={title} header={<PublicProfile key={username} username={username} />} />;
}
