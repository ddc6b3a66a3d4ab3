import { createFileRoute, redirect } from '@tanstack/react-router';
import { CallbackPage } from '#features/session/pages/callback-page.tsx';
import { nextOf } from '#features/session/next-search.ts';
import { ownProfileOptions } from '#features/session/queries.ts';

/** The target of links in emails and of sign-ins with a third party. The session store has read the result from the URL by then. */
export const Route = createFileRoute('/auth_/callback')({
  validateSearch: nextOf,
  beforeLoad: async ({ context, search }) => {
    const state = await context.session.settled();
    if (state.status === 'second-step') {
      throw redirect({ to: '/auth/second-step', search, replace: true });
    }
    const signedIn = state.status === 'signed-in';
    const news = context.session.news();
    if (news) return { news, signedIn };
    if (state.status === 'signed-out') throw redirect({ to: '/auth', search, replace: true });

    const { username } = await context.queryClient.ensureQueryData(
      ownProfileOptions(context.client, state.user.id),
    );
    if (username === null) throw redirect({ to: '/auth/username', search, replace: true });
    throw redirect({ href: search.next ?? '/app', replace: true });
  },
  // 'Loading' shows at once: the guard waits for the session.
  pendingMs: 0,
  component: Callback,
});

function Callback() {
  const { news, signedIn } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const goOn = () => void navigate({ href: search.next ?? '/app', replace: true });
  return <CallbackPage news={news} onGoOn={signedIn ? goOn : undefined} search={search} />;
}
