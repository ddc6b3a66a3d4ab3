import { createFileRoute, redirect } from '@tanstack/react-router';

/** Where posting leads to, by the name that the spec has for it; the profile lives at /profile. */
export const Route = createFileRoute('/app_/profile')({
  beforeLoad: () => {
    throw redirect({ to: '/profile', replace: true });
  },
});
