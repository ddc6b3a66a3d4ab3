import { createFileRoute, redirect } from '@tanstack/react-router';
import {
  ResetLinkProblem,
  ResetPasswordPage,
} from '#features/session/pages/reset-password-page.tsx';

export const Route = createFileRoute('/auth_/reset-password')({
  beforeLoad: async ({ context, location }) => {
    const { status } = await context.session.settled();
    if (status === 'second-step') {
      const search = { next: location.pathname };
      throw redirect({ to: '/auth/second-step', search, replace: true });
    }
    return { signedIn: status === 'signed-in' };
  },
  component: ResetPassword,
});

function ResetPassword() {
  const { signedIn, session } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  if (!signedIn) return <ResetLinkProblem notice={session.callbackNotice()} />;
  return <ResetPasswordPage onDone={() => void navigate({ to: '/app', replace: true })} />;
}
