import { createFileRoute } from '@tanstack/react-router';
import { NotOpenYet } from '#shell/not-open-yet.tsx';

export const Route = createFileRoute('/_shell/$username')({ component: PublicProfile });

function PublicProfile() {
  const { username } = Route.useParams();
  return <NotOpenYet title={`@${username}`} />;
}
