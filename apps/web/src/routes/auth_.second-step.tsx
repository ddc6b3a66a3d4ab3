import { createFileRoute, redirect } from '@tanstack/react-router';
import { nextSearch } from '#features/session/next-search.ts';
import { SecondStepPage } from '#features/session/pages/second-step-page.tsx';

export const Route = createFileRoute('/auth_/second-step')({
  validateSearch: nextSearch,
  beforeLoad: async ({ context, search }) => {
    const state = await context.session.settled();
    if (state.status === 'second-step') return { userId: state.user.id };
    if (state.status === 'signed-out') throw redirect({ to: '/auth', search, replace: true });
    throw redirect({ href: search.next ?? '/app', replace: true });
  },
  component: SecondStep,
});

function SecondStep() {
  return <SecondStepPage userId={Route.useRouteContext().userId} />;
}
