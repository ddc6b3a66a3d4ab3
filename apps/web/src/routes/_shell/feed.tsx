import { createFileRoute, redirect } from '@tanstack/react-router';
import { JoinConversation } from '#features/drops/page/join-conversation.tsx';
import { recentDropsOptions } from '#features/drops/queries.ts';
import { RecentDrops } from '#features/feed/recent-drops.tsx';
import { Page } from '#shell/page.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const LiveDrops = lazyPart(() => import('#features/feed/live-drop-toasts.tsx'), {
  preload: 'idle',
});

/** The feed for visitors; members have it at /app. */
export const Route = createFileRoute('/_shell/feed')({
  beforeLoad: async ({ context }) => {
    const { status } = await context.session.settled();
    if (status === 'signed-in') throw redirect({ to: '/app', replace: true });
  },
  // Reads beside loading the page's code. Not awaited: the page shows skeletons.
  loader: ({ context }) => {
    void context.queryClient.prefetchInfiniteQuery(recentDropsOptions(context.client));
  },
  component: Feed,
});

function Feed() {
  return (
    <Page
      title="Listen in"
      subtitle="What people are saying, the newest first. Listening asks for no account."
    >
      <div className="mb-5">
        <JoinConversation />
      </div>
      <RecentDrops />
      <LiveDrops viewerId={undefined} />
    </Page>
  );
}
