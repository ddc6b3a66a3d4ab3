import { createFileRoute } from '@tanstack/react-router';
import { MessagesPage } from '#features/messages/messages.ts';

// One route with an optional parameter: the list stays while conversations change.
export const Route = createFileRoute('/_shell/_member/messages/{-$id}')({ component: Messages });

function Messages() {
  const { user } = Route.useRouteContext();
  return <MessagesPage userId={user.id} conversationId={Route.useParams().id} />;
}
