import { useMutation } from '@tanstack/react-query';
import { useApp, type App } from '#lib/app.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { isHidden, type Conversation } from './conversation.ts';
import type { Message } from './message.ts';
import { changeMessage, patchConversation, showMessages } from './message-cache.ts';
import { messageKeys } from './message-keys.ts';

/**
 * The conversation with a person, who learns of it with its first message.
 *
 * @throws with words for people if the person does not accept such messages of the viewer
 */
export async function openConversation(
  client: SupabaseClient,
  person: string,
  anonymous = false,
): Promise<string> {
  const { data } = await client.rpc('open_conversation', { person, anonymous }).throwOnError();
  return data;
}

/** Marks a conversation as read up to a position. */
export async function markConversationRead(
  { client, queryClient, edits }: App,
  userId: string,
  { id, readPosition, unreadCount }: Conversation,
  position: number,
): Promise<void> {
  await edits.change<{ readPosition: number; unreadCount: number }>(`messages-read ${id}`, {
    from: { readPosition, unreadCount },
    to: { readPosition: position, unreadCount: 0 },
    show: (read) => patchConversation(queryClient, userId, id, read),
    write: async (read) => {
      await client
        .rpc('mark_read', { conversation: id, position: read.readPosition })
        .throwOnError();
    },
  });
  void queryClient.invalidateQueries({ queryKey: messageKeys.counts() });
}

type Flags = Partial<Pick<Conversation, 'isArchived' | 'isMuted'>>;

/** Archives or mutes a conversation, or ends that. */
export function useChangeConversation(userId: string, conversation: Conversation) {
  const { client, queryClient, edits } = useApp();
  const { id } = conversation;
  return useMutation({
    mutationFn: async (flags: Flags) => {
      await edits.change<Flags>(`conversation ${Object.keys(flags).join()} ${id}`, {
        from: {
          ...('isArchived' in flags && { isArchived: conversation.isArchived }),
          ...('isMuted' in flags && { isMuted: conversation.isMuted }),
        },
        to: flags,
        show: (shown) => patchConversation(queryClient, userId, id, shown),
        write: async ({ isArchived, isMuted }) => {
          await client
            .from('conversation_participants')
            .update({
              ...(isArchived !== undefined && { is_archived: isArchived }),
              ...(isMuted !== undefined && { is_muted: isMuted }),
            })
            .match({ user_id: userId, conversation_id: id })
            .throwOnError();
        },
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: messageKeys.all }),
  });
}

/** The key of the local edit that accepts a conversation. */
const acceptKey = (conversationId: string): string => `accept ${conversationId}`;

/** Accepts a request: its messages may then be answered and its clips played. */
export function useAcceptConversation(userId: string, conversation: Conversation) {
  const { client, queryClient, edits } = useApp();
  const { id, isAccepted, state } = conversation;
  return useMutation({
    mutationFn: async () => {
      await edits.change<Partial<Conversation>>(acceptKey(id), {
        from: { isAccepted, state },
        to: { isAccepted: true, state: 'open' },
        show: (shown) => patchConversation(queryClient, userId, id, shown),
        write: async () => {
          await client.rpc('accept_conversation', { conversation: id }).throwOnError();
        },
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: messageKeys.all }),
  });
}

/** Deletes a conversation for the viewer alone. */
export function useDeleteConversation(userId: string, conversation: Conversation) {
  const { client, queryClient } = useApp();
  const { id } = conversation;
  return useMutation({
    mutationFn: async () => {
      await client.rpc('delete_conversation', { conversation: id }).throwOnError();
      if (!isHidden(conversation)) return;
      // The voice of the conversation is deleted with it.
      const { forgetVeilSeed } = await import('#features/clips/mask/stored-veil-seeds.ts');
      forgetVeilSeed(userId, id);
    },
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: messageKeys.messages(userId, id) });
      return queryClient.invalidateQueries({ queryKey: messageKeys.all });
    },
  });
}

/** Ends an anonymous conversation, for its recipient. */
export function useEndConversation(conversation: string) {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async () => {
      await client.rpc('end_conversation', { conversation }).throwOnError();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: messageKeys.all }),
  });
}

/** Deletes a message for the viewer, or for both sides: it then stays as a deleted one. */
export function useDeleteMessage(userId: string) {
  const { client, queryClient, edits } = useApp();
  return useMutation({
    mutationFn: async ({ message, forBoth }: { message: Message; forBoth: boolean }) => {
      await edits.change<'shown' | 'deleted'>(`message ${message.id}`, {
        from: 'shown',
        to: 'deleted',
        show: (state) => {
          if (state === 'shown')
            showMessages(queryClient, userId, message.conversationId, [message]);
          else changeMessage(queryClient, userId, message, forBoth ? emptied : () => undefined);
        },
        write: async () => {
          await client
            .rpc('delete_message', { message: message.id, for_both: forBoth })
            .throwOnError();
        },
      });
    },
    onSettled: (_data, _error, { message: { conversationId } }) => {
      void queryClient.invalidateQueries({
        queryKey: messageKeys.messages(userId, conversationId),
      });
      void queryClient.invalidateQueries({ queryKey: messageKeys.lists() });
    },
  });
}

/** A message that is deleted for both sides: only that it was sent remains. */
const emptied = (message: Message): Message => ({
  ...message,
  content: undefined,
  clip: undefined,
  isDeleted: true,
});

/** Shows the other side that the viewer is writing. A failure is of no concern. */
export async function showTyping({ client, edits }: App, conversationId: string): Promise<void> {
  // The server shows nothing before a request is accepted.
  await edits.pending(acceptKey(conversationId));
  await client.rpc('show_typing', { conversation: conversationId });
}
