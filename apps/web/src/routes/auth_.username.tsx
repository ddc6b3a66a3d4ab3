import { createFileRoute } from '@tanstack/react-router';
import { ChooseUsernamePage } from '#features/session/pages/choose-username-page.tsx';
import { loadGuards } from '#features/session/load-guards.ts';
import { nextSearch } from '#features/session/next-search.ts';

/** Where a new user from a sign-in provider chooses a username. */
export const Route = createFileRoute('/auth_/username')({
  validateSearch: nextSearch,
  beforeLoad: async (guarded) => (await loadGuards()).guardUsername(guarded),
  component: Username,
});

function Username() {
  const { userId } = Route.useRouteContext();
  const { next = '/app' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ChooseUsernamePage
      userId={userId}
      onDone={() => void navigate({ href: next, replace: true })}
    />
  );
}
