import { createFileRoute } from '@tanstack/react-router';
import { Desk } from '#features/desk/desk.tsx';
import type { DeskSearch } from '#features/desk/use-desk-search.ts';
import { NotFoundMessage } from '#shell/not-found-page.tsx';

/** The desk of the staff. One route for all its screens, since routes are in everybody's first load. */
export const Route = createFileRoute('/_shell/desk/$')({
  validateSearch: (search: DeskSearch) => search,
  component: DeskRoute,
});

function DeskRoute() {
  return <Desk path={Route.useParams()._splat ?? ''} notFound={<NotFoundMessage />} />;
}
