import { createFileRoute } from '@tanstack/react-router';
import { loadGuards } from '#features/session/load-guards.ts';
import {
  ResetLinkProblem,
  ResetPasswordPage,
} from '#features/session/pages/reset-password-page.tsx';

export const Route = createFileRoute('/auth_/reset-password')({
  beforeLoad: async (guarded) => (await loadGuards()).guardResetPassword(guarded),
  component: ResetPassword,
});

function ResetPassword() {
  const { signedIn, session } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  if (!signedIn) return <ResetLinkProblem notice={session.callbackNotice()} />;
  return <ResetPasswordPage onDone={() => void navigate({ to: '/app', replace: true })} />;
}
