import { useMutation } from '@tanstack/react-query';
import { useApp } from '#lib/app.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { messageKeys } from '#features/messages/message-keys.ts';

/**
 * The viewer's anonymous conversation with a person, who learns of it with its first message.
 *
 * @returns its id
 * @throws with words for people if the viewer may not write, or the person does not receive anonymous messages
 */
export async function openAnonymousConversation(
  client: SupabaseClient,
  person: string,
): Promise<string> {
  const { data } = await client
    .rpc('open_conversation', { person, anonymous: true })
    .throwOnError();
  return data;
}

/** Ends an anonymous conversation, for its recipient. */
export function useEndConversation(conversationId: string) {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async () => {
      await client.rpc('end_conversation', { conversation: conversationId }).throwOnError();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: messageKeys.all }),
  });
}
