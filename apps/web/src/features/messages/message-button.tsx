import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { attempt } from '#ui/attempt.ts';
import { Button } from '#ui/button.tsx';
import { openConversation } from './mutations.ts';
import { acceptsMessagesOptions } from './queries.ts';

/** Opens the conversation with a person. Not shown if they do not accept messages of the viewer. */
export default function MessageButton({ userId, viewerId }: { userId: string; viewerId: string }) {
  const client = useClient();
  const navigate = useNavigate();
  const { data: accepts } = useQuery(acceptsMessagesOptions(client, viewerId, userId));
  const { mutateAsync: open, isPending } = useMutation({
    mutationFn: async () => {
      const id = await openConversation(client, userId);
      await navigate({ to: '/messages/{-$id}', params: { id } });
    },
  });
  const { refusal } = useSession();
  if (accepts === false) return null;
  const press = () =>
    void attempt(open, {
      failed: 'Failed to open the conversation. Please try again.',
      log: 'A conversation could not be opened.',
      reasonOf: backendMessage,
    });
  return (
    <Button
      variant="secondary"
      pending={isPending}
      onClick={press}
      // Keeps its place until it is known whether it is shown.
      className={`min-h-10 ${accepts === undefined ? 'invisible' : ''}`}
      {...refusal?.props}
    >
      <MessageCircle /> Message
    </Button>
  );
}
