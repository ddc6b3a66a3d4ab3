import { createFileRoute } from '@tanstack/react-router';
import { NotOpenYet } from '#shell/not-open-yet.tsx';

export const Route = createFileRoute('/_shell/about')({ component: About });

function About() {
  return <NotOpenYet title="About" />;
}
