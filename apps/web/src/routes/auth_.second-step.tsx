import { createFileRoute } from '@tanstack/react-router';
import { loadGuards } from '#features/session/load-guards.ts';
import { nextSearch } from '#features/session/next-search.ts';
import { SecondStepPage } from '#features/session/pages/second-step-page.tsx';

export const Route = createFileRoute('/auth_/second-step')({
  validateSearch: nextSearch,
  beforeLoad: async (guarded) => (await loadGuards()).guardSecondStep(guarded),
  component: SecondStep,
});

function SecondStep() {
  return <SecondStepPage userId={Route.useRouteContext().userId} />;
}
