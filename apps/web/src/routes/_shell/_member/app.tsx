import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { HomeFeed } from '#features/feed/home-feed.tsx';
import { recentDropsOptions } from '#features/drops/queries.ts';
import { NO_SIDEBAR, readFeedParams } from '#features/feed/feed-tab.ts';
import { lastFeedTab, rememberFeedTab } from '#features/feed/last-feed-tab.ts';
import { useSession } from '#features/session/session-context.ts';
import { accountKey } from '#lib/account-local-storage.ts';
import { readLocalItem } from '#lib/local-item.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Page } from '#shell/page.tsx';
import { RecorderToggle } from '#shell/recorder-toggle.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const FeedSidebar = lazyPart(() => import('#features/feed/feed-sidebar.tsx'));
const FirstSteps = lazyPart(() => import('#features/first-steps/first-steps.tsx'));

const UnpostedNote = lazyPart(() => import('#features/recorder/unposted-note.tsx'), {
  preload: 'idle',
});

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
  const search = Route.useSearch();
  // Back leads from a tab to the one before it. After a reload, the tab used last is that of the address.
  const [first] = useState(() => (search.tab ? 'recent' : lastFeedTab()));
  const { tab = first } = search;
  const navigate = Route.useNavigate();
  const hasSidebar = !useMediaQuery(NO_SIDEBAR);
  // The feed waits for what stands above it, which would move a drop from under a finger.
  const [areStepsKnown, showSteps] = useOnce(
    () => readLocalItem(accountKey('first-steps', user.id)) !== null,
  );
  const [isNoteKnown, showNote] = useOnce(
    () => readLocalItem(accountKey('unposted', user.id)) === null,
  );
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
          <UnpostedNote userId={user.id} onReady={showNote} onMissing={showNote} />
          <FirstSteps
            userId={user.id}
            withPeople={!hasSidebar}
            onReady={showSteps}
            onMissing={showSteps}
          />
          {areStepsKnown && isNoteKnown ? (
            <HomeFeed
              tab={tab}
              onTab={(chosen) => {
                rememberFeedTab(chosen);
                void navigate({ search: { tab: chosen }, resetScroll: false });
              }}
            />
          ) : (
            <DropSkeletons count={6} />
          )}
        </div>
        {hasSidebar && <FeedSidebar />}
      </div>
    </Page>
  );
}

/** Returns whether something has happened, and the function that says so. */
function useOnce(initial: () => boolean) {
  const [hasHappened, setHappened] = useState(initial);
  return [hasHappened, useCallback(() => setHappened(true), [])] as const;
}
