import { createFileRoute } from '@tanstack/react-router';
import { NotOpenYet } from '#shell/not-open-yet.tsx';

export const Route = createFileRoute('/_shell/_member/notifications')({ component: Notifications });

function Notifications() {
  return <NotOpenYet title="Notifications" />;
}
