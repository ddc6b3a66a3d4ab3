import { createFileRoute } from '@tanstack/react-router';
import { NotOpenYet } from '#shell/not-open-yet.tsx';

export const Route = createFileRoute('/_shell/_member/bookmarks')({ component: Bookmarks });

function Bookmarks() {
  return <NotOpenYet title="Bookmarks" />;
}
