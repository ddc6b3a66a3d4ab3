import { createFileRoute, redirect } from '@tanstack/react-router';

/** The guard of everything that asks for an account. */
export const Route = createFileRoute('/_shell/_member')({
  beforeLoad: async ({ context, location }) => {
    const state = await context.session.settled();
    if (state.status === 'signed-in') return { user: state.user };
    const search = location.pathname === '/app' ? {} : { next: location.href };
    throw redirect({ to: '/auth', search, replace: true });
  },
  // 'Loading' shows as soon as there is something to wait for: here it is the session.
  pendingMs: 0,
});
