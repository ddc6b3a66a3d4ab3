import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { openConversation } from './mutations.ts';
import { acceptsMessagesOptions } from './queries.ts';

/** Opens the conversation with a person. Not shown if they do not accept messages of the viewer. */
export default function MessageButton({ userId, viewerId }: { userId: string; viewerId: string }) {
  const client = useClient();
  const navigate = useNavigate();
  const { data: accepts } = useQuery(acceptsMessagesOptions(client, viewerId, userId));
  const [isOpening, setOpening] = useState(false);
  if (accepts === false) return null;
  const open = async () => {
    setOpening(true);
    try {
      const id = await openConversation(client, userId);
      await navigate({ to: '/messages/{-$id}', params: { id } });
    } catch (cause) {
      logFailure('A conversation could not be opened.', cause);
      toast.error(backendMessage(cause) ?? 'Failed to open the conversation. Please try again.');
    } finally {
      setOpening(false);
    }
  };
  return (
    <Button
      variant="secondary"
      pending={isOpening}
      onClick={() => void open()}
      // Keeps its place until it is known whether it is shown.
      className={`min-h-10 ${accepts === undefined ? 'invisible' : ''}`}
    >
      <MessageCircle /> Message
    </Button>
  );
}
