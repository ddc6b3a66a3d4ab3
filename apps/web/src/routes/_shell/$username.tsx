import { isReservedUsername } from '@undertone/domain/reserved-username';
import { createFileRoute } from '@tanstack/react-router';
import { PublicProfile, usePublicProfileTitle } from '#features/profile/public-profile.tsx';
import { prefetchProfile } from '#features/profile/prefetch-profile.ts';
import { readProfileParams } from '#features/profile/profile-tab.ts';
import { NotFoundMessage } from '#shell/not-found-page.tsx';
import { Page } from '#shell/page.tsx';
import { Loading } from '#ui/loading.tsx';

export const Route = createFileRoute('/_shell/$username')({
  validateSearch: readProfileParams,
  loader: async ({ context, params }) => {
    const state = await context.session.settled();
    const viewerId = state.status === 'signed-in' ? state.user.id : undefined;
    void prefetchProfile(context, params.username, viewerId);
  },
  pendingComponent: () => <Loading label="Loading profile..." />,
  component: PublicProfileRoute,
});

function PublicProfileRoute() {
  const { username } = Route.useParams();
  const { tab = 'drops', anonymous } = Route.useSearch();
  const navigate = Route.useNavigate();
  const title = usePublicProfileTitle(username);
  // Not in the loader, which would put the list into the first load of every page.
  if (isReservedUsername(username)) return <NotFoundMessage />;
  return (
    <Page
      title={title}
      header={
        <PublicProfile
          // Another person's profile begins anew.
          key={username}
          username={username}
          tab={tab}
          onTab={(chosen) =>
            void navigate({ search: readProfileParams({ tab: chosen }), resetScroll: false })
          }
          isAnonymousOpen={anonymous !== undefined}
          onAnonymousOpen={(open) =>
            void navigate({
              search: ({ tab: shown }) =>
                readProfileParams({ tab: shown, anonymous: open ? 'yes' : undefined }),
              // Closing leaves no entry from which a press on Back opens it again.
              replace: !open,
              resetScroll: false,
            })
          }
        />
      }
    />
  );
}
