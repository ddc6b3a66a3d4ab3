import { createFileRoute, redirect } from '@tanstack/react-router';
import { CallbackPage } from '#features/session/pages/callback-page.tsx';
import { nextSearch } from '#features/session/next-search.ts';
import { ownProfileOptions } from '#features/session/queries.ts';

/** The target of mails' links and sign-in providers; the session store has taken their result from the address. */
export const Route = createFileRoute('/auth_/callback')({
  validateSearch: nextSearch,
  beforeLoad: async ({ context, search }) => {
    const state = await context.session.settled();
    if (state.status === 'second-step') {
      throw redirect({ to: '/auth/second-step', search, replace: true });
    }
    const signedIn = state.status === 'signed-in';
    const notice = context.session.callbackNotice();
    if (notice) return { notice, signedIn };
    if (state.status === 'signed-out') throw redirect({ to: '/auth', search, replace: true });

    const { username } = await context.queryClient.ensureQueryData(
      ownProfileOptions(context.client, state.user.id),
    );
    if (username === null) throw redirect({ to: '/auth/username', search, replace: true });
    throw redirect({ href: search.next ?? '/app', replace: true });
  },
  // Shows the loading state at once, since the exchange of the code takes a request, and no longer.
  pendingMs: 0,
  pendingMinMs: 0,
  component: Callback,
});

function Callback() {
  const { notice, signedIn } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const goOn = () => void navigate({ href: search.next ?? '/app', replace: true });
  return <CallbackPage notice={notice} onContinue={signedIn ? goOn : undefined} search={search} />;
}
