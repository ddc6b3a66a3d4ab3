import { createFileRoute, redirect } from '@tanstack/react-router';

/** What older links call the guidelines. */
export const Route = createFileRoute('/community')({
  beforeLoad: () => {
    throw redirect({ to: '/community-guidelines', replace: true });
  },
});
