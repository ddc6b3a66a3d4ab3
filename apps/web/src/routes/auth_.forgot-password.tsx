import { createFileRoute, redirect } from '@tanstack/react-router';
import { ForgotPasswordPage } from '#features/session/pages/forgot-password-page.tsx';

export const Route = createFileRoute('/auth_/forgot-password')({
  beforeLoad: async ({ context }) => {
    const { status } = await context.session.settled();
    // The code from the email has signed the person in.
    if (status !== 'signed-out') throw redirect({ to: '/auth/reset-password', replace: true });
  },
  component: ForgotPasswordPage,
});
