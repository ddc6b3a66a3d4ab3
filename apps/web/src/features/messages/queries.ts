import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Cursor, CursorPage } from '#lib/cursor.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import {
  CONVERSATION_COLUMNS,
  conversationFromRow,
  type Conversation,
  type ConversationRow,
} from './conversation.ts';
import { MESSAGE_COLUMNS, messageFromRow, type Message } from './message.ts';
import { messageKeys, type Folder } from './message-keys.ts';

const CONVERSATIONS_PAGE_SIZE = 30;
const MESSAGES_PAGE_SIZE = 50;

const folders: Record<Folder, { is_accepted: boolean; is_archived?: boolean }> = {
  inbox: { is_accepted: true, is_archived: false },
  requests: { is_accepted: false },
  archive: { is_accepted: true, is_archived: true },
};

/** Selects conversations of the viewer. */
const selectConversations = (client: SupabaseClient, userId: string, signal: AbortSignal) =>
  client
    .from('conversation_participants')
    .select(CONVERSATION_COLUMNS)
    .eq('user_id', userId)
    .abortSignal(signal);

/** The viewer's conversations, that with the latest message first. */
export function conversationsOptions(client: SupabaseClient, userId: string, folder: Folder) {
  return infiniteQueryOptions({
    queryKey: messageKeys.list(userId, folder),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: (page: CursorPage<Conversation>) => page.next,
    // The live channel of a sleeping tab misses events.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    queryFn: async ({ pageParam, signal }): Promise<CursorPage<Conversation>> => {
      let query = selectConversations(client, userId, signal)
        .match(folders[folder])
        .not('latest_message_id', 'is', null);
      if (pageParam) query = query.or(before(pageParam));
      const { data } = await query
        .order('latest_at', { ascending: false })
        .order('conversation_id', { ascending: false })
        .limit(CONVERSATIONS_PAGE_SIZE)
        .overrideTypes<ConversationRow[], { merge: false }>()
        .throwOnError();
      const items = data.map(conversationFromRow);
      const last = items.length === CONVERSATIONS_PAGE_SIZE ? items.at(-1) : undefined;
      return {
        items,
        next: last?.latestAt ? { createdAt: last.latestAt, id: last.id } : undefined,
      };
    },
  });
}

/** The filter for conversations after a cursor. */
const before = ({ createdAt, id }: Cursor) =>
  `latest_at.lt."${createdAt}",and(latest_at.eq."${createdAt}",conversation_id.lt."${id}")`;

/** How many conversations wait to be accepted. */
export function requestCountOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: messageKeys.requests(userId),
    refetchOnMount: 'always',
    queryFn: async ({ signal }): Promise<number> => {
      const { count } = await client
        .from('conversation_participants')
        .select('conversation_id', { count: 'exact', head: true })
        .match({ user_id: userId, ...folders.requests })
        .not('latest_message_id', 'is', null)
        .abortSignal(signal)
        .throwOnError();
      return count ?? 0;
    },
  });
}

/** One conversation; null if the viewer has none with this id. */
export function conversationOptions(client: SupabaseClient, userId: string, id: string) {
  return queryOptions({
    queryKey: messageKeys.conversation(userId, id),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    queryFn: async ({ signal }): Promise<Conversation | null> => {
      const { data } = await selectConversations(client, userId, signal)
        .eq('conversation_id', id)
        .maybeSingle()
        .overrideTypes<ConversationRow, { merge: false }>()
        .throwOnError();
      return data && conversationFromRow(data);
    },
  });
}

/** Whether a person accepts messages of the viewer. */
export function acceptsMessagesOptions(client: SupabaseClient, viewerId: string, userId: string) {
  return queryOptions({
    queryKey: messageKeys.accepts(viewerId, userId),
    queryFn: async ({ signal }): Promise<boolean> => {
      const { data } = await client
        .from('profiles')
        .select('accepts_messages')
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data?.accepts_messages ?? false;
    },
  });
}

/** A page of messages, newest first. */
export interface MessagePage {
  items: Message[];
  /** The position before which the next page begins, if there may be one. */
  older: number | undefined;
  /** The position after which there may be newer messages. */
  newer: number | undefined;
}

interface PageStart {
  before?: number;
  after?: number;
}

/**
 * A conversation's messages in pages from the newest to the oldest.
 *
 * @param at a position: the first page is that around it, and newer pages are previous ones
 */
export function messagesOptions(
  client: SupabaseClient,
  userId: string,
  conversationId: string,
  at?: number,
) {
  const first: PageStart = at === undefined ? {} : { before: at + MESSAGES_PAGE_SIZE / 2 };
  return infiniteQueryOptions({
    queryKey: messageKeys.messagesAt(userId, conversationId, at),
    initialPageParam: first,
    getNextPageParam: ({ older }: MessagePage): PageStart | undefined =>
      older === undefined ? undefined : { before: older },
    getPreviousPageParam: ({ newer }: MessagePage): PageStart | undefined =>
      newer === undefined ? undefined : { after: newer },
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    queryFn: async ({ pageParam: { before, after }, signal }): Promise<MessagePage> => {
      const isForwards = after !== undefined;
      let query = client
        .from('messages')
        .select(MESSAGE_COLUMNS)
        .eq('conversation_id', conversationId);
      if (before !== undefined) query = query.lt('position', before);
      if (isForwards) query = query.gt('position', after);
      const { data } = await query
        .order('position', { ascending: isForwards })
        .limit(MESSAGES_PAGE_SIZE)
        .abortSignal(signal)
        .throwOnError();
      const rows = data.map(messageFromRow);
      const items = isForwards ? rows.toReversed() : rows;
      const isFull = rows.length === MESSAGES_PAGE_SIZE;
      const mayHaveNewer = isForwards ? isFull : before !== undefined;
      return {
        items,
        older: isForwards ? after + 1 : isFull ? items.at(-1)?.position : undefined,
        newer: mayHaveNewer ? (items[0]?.position ?? before) : undefined,
      };
    },
  });
}

/** Messages after a position, oldest first: at most a page. */
export async function readMessagesAfter(
  client: SupabaseClient,
  conversationId: string,
  position: number,
): Promise<{ messages: Message[]; isPart: boolean }> {
  const { data } = await client
    .from('messages')
    .select(MESSAGE_COLUMNS)
    .eq('conversation_id', conversationId)
    .gt('position', position)
    .order('position')
    .limit(MESSAGES_PAGE_SIZE)
    .throwOnError();
  return { messages: data.map(messageFromRow), isPart: data.length === MESSAGES_PAGE_SIZE };
}

/** A message that was searched for, and its conversation. */
export interface FoundMessage {
  message: Message;
  conversation: Conversation;
}

/** The viewer's messages with some words, newest first. */
export function foundMessagesOptions(client: SupabaseClient, userId: string, words: string) {
  return infiniteQueryOptions({
    queryKey: messageKeys.search(userId, words),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { items: FoundMessage[]; next: string | undefined }) => page.next,
    staleTime: 0,
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await client
        .rpc('search_messages', { words, ...(pageParam && { before_message: pageParam }) })
        .select(MESSAGE_COLUMNS)
        .abortSignal(signal)
        .throwOnError();
      const ids = [...new Set(data.map((row) => row.conversation_id))];
      const conversations = new Map<string, Conversation>();
      if (ids.length > 0) {
        const { data: rows } = await selectConversations(client, userId, signal)
          .in('conversation_id', ids)
          .overrideTypes<ConversationRow[], { merge: false }>()
          .throwOnError();
        for (const row of rows) conversations.set(row.conversation_id, conversationFromRow(row));
      }
      const items = data.map(messageFromRow).flatMap((message): FoundMessage[] => {
        const conversation = conversations.get(message.conversationId);
        return conversation ? [{ message, conversation }] : [];
      });
      return { items, next: data.length === MESSAGES_PAGE_SIZE ? data.at(-1)?.id : undefined };
    },
  });
}
