import { createFileRoute, redirect } from '@tanstack/react-router';

/** The earlier path of the guidelines. */
export const Route = createFileRoute('/community')({
  beforeLoad: () => {
    throw redirect({ to: '/community-guidelines', replace: true });
  },
});
