import { createFileRoute } from '@tanstack/react-router';
import { HomeFeed } from '#features/drops/home-feed.tsx';
import { recentDropsOptions } from '#features/drops/queries.ts';
import { useSession } from '#features/session/session-context.ts';
import { Page } from '#shell/page.tsx';
import { RecorderToggle } from '#shell/recorder-toggle.tsx';

export const Route = createFileRoute('/_shell/_member/app')({
  // Begun here, beside the page's code, and not waited for: the page has its own skeletons.
  loader: ({ context }) => {
    void context.queryClient.prefetchInfiniteQuery(recentDropsOptions());
  },
  component: Home,
});

function Home() {
  const { user } = Route.useRouteContext();
  const { username } = useSession();
  const navigate = Route.useNavigate();
  return (
    <Page
      title="Home"
      header={
        <h1 className="mb-7 text-4xl wrap-anywhere sm:text-5xl">Hey {username ?? 'there'}</h1>
      }
    >
      <RecorderToggle userId={user.id} onPosted={() => void navigate({ to: '/app/profile' })} />
      <HomeFeed />
    </Page>
  );
}
