import { createFileRoute, redirect } from '@tanstack/react-router';

/** The spec's path for the page after posting; redirects to the profile at /profile. */
export const Route = createFileRoute('/app_/profile')({
  beforeLoad: () => {
    throw redirect({ to: '/profile', replace: true });
  },
});
