import { createFileRoute } from '@tanstack/react-router';
import { NotOpenYet } from '#shell/not-open-yet.tsx';

export const Route = createFileRoute('/_shell/_member/explore')({
  validateSearch: (search: Record<string, unknown>): { q?: string } =>
    typeof search['q'] === 'string' ? { q: search['q'] } : {},
  component: Explore,
});

function Explore() {
  return <NotOpenYet title="Explore" />;
}
