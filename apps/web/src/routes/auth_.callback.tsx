import { createFileRoute } from '@tanstack/react-router';
import { CallbackPage } from '#features/session/pages/callback-page.tsx';
import { loadGuards } from '#features/session/load-guards.ts';
import { nextSearch } from '#features/session/next-search.ts';

/** The target of mails' links and sign-in providers; the session store has taken their result from the address. */
export const Route = createFileRoute('/auth_/callback')({
  validateSearch: nextSearch,
  beforeLoad: async (guarded) => (await loadGuards()).guardCallback(guarded),
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
