import { createFileRoute } from '@tanstack/react-router';
import { StatementsPage } from '#shell/statements-page.tsx';

// One route with an optional parameter: the list stays in the cache while statements are opened.
export const Route = createFileRoute('/_shell/_member/statements/{-$id}')({
  component: StatementsRoute,
});

function StatementsRoute() {
  const { user } = Route.useRouteContext();
  return <StatementsPage userId={user.id} openId={Route.useParams().id} />;
}
