import { createFileRoute, redirect } from '@tanstack/react-router';

/** The guard of pages that need a signed-in user, with the second factor if the account has one. */
export const Route = createFileRoute('/_shell/_member')({
  beforeLoad: async ({ context, location }) => {
    const state = await context.session.settled();
    if (state.status === 'signed-in') return { user: state.user };
    const search = location.href === '/app' ? {} : { next: location.href };
    const to = state.status === 'second-step' ? '/auth/second-step' : '/auth';
    throw redirect({ to, search, replace: true });
  },
  // 'Loading' shows at once, since the guard waits for the session, and no longer than that wait.
  pendingMs: 0,
  pendingMinMs: 0,
});
