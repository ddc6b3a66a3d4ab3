import { createFileRoute, redirect } from '@tanstack/react-router';
import { ChooseUsernamePage } from '#features/session/pages/choose-username-page.tsx';
import { nextOf } from '#features/session/next-search.ts';
import { ownProfileOptions } from '#features/session/queries.ts';

/** Where a new account from a third-party sign-in chooses its username. */
export const Route = createFileRoute('/auth_/username')({
  validateSearch: nextOf,
  beforeLoad: async ({ context, search }) => {
    const state = await context.session.settled();
    if (state.status !== 'signed-in') throw redirect({ to: '/auth', search, replace: true });
    const userId = state.user.id;
    const { username } = await context.queryClient.ensureQueryData(
      ownProfileOptions(context.client, userId),
    );
    if (username !== null) throw redirect({ href: search.next ?? '/app', replace: true });
    return { userId };
  },
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
