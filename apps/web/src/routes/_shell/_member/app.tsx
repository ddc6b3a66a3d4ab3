import { createFileRoute } from '@tanstack/react-router';
import { HomeFeed } from '#features/feed/home-feed.tsx';
import { recentDropsOptions } from '#features/drops/queries.ts';
import { NO_SIDEBAR, readFeedParams } from '#features/feed/feed-tab.ts';
import { useSession } from '#features/session/session-context.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Page } from '#shell/page.tsx';
import { RecorderToggle } from '#shell/recorder-toggle.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const FeedSidebar = lazyPart(() => import('#features/feed/feed-sidebar.tsx'));

export const Route = createFileRoute('/_shell/_member/app')({
  validateSearch: readFeedParams,
  // Reads beside loading the page's code. Not awaited: the page shows skeletons.
  loader: ({ context }) => {
    void context.queryClient.prefetchInfiniteQuery(recentDropsOptions(context.client));
    // The addresses of the drops' audio are signed as soon as the drops have come. What fails is
    // fetched again then.
    context.client.storage().catch(() => undefined);
  },
  component: Home,
});

function Home() {
  const { user } = Route.useRouteContext();
  const { username } = useSession();
  const { tab = 'recent' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const hasSidebar = !useMediaQuery(NO_SIDEBAR);
  return (
    <Page
      title="Home"
      width="feed"
      header={
        <h1 className="mb-7 text-4xl wrap-anywhere sm:text-5xl">Hey {username ?? 'there'}</h1>
      }
    >
      <div className="gap-8 xl:grid xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div>
          <RecorderToggle userId={user.id} onPosted={() => void navigate({ to: '/app/profile' })} />
          <HomeFeed
            tab={tab}
            onTab={(chosen) =>
              void navigate({ search: readFeedParams({ tab: chosen }), resetScroll: false })
            }
          />
        </div>
        {hasSidebar && <FeedSidebar />}
      </div>
    </Page>
  );
}
