import { createFileRoute, redirect } from '@tanstack/react-router';

/** The guard of everything that asks for an account, and for its second factor where it has one. */
export const Route = createFileRoute('/_shell/_member')({
  beforeLoad: async ({ context, location }) => {
    const state = await context.session.settled();
    if (state.status === 'signed-in') return { user: state.user };
    const search = location.pathname === '/app' ? {} : { next: location.href };
    const to = state.status === 'second-step' ? '/auth/second-step' : '/auth';
    throw redirect({ to, search, replace: true });
  },
  // 'Loading' shows as soon as there is something to wait for: here it is the session.
  pendingMs: 0,
});
