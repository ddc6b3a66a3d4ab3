import { peopleKeys } from '#features/people/queries.ts';

/** The lists of conversations. */
export type Folder = 'inbox' | 'requests' | 'archive';

export const messageKeys = {
  /** Names and blocks change what conversations show. */
  all: [...peopleKeys.shown(), 'messages'] as const,
  /** Prefix of the lists of conversations. */
  lists: () => [...messageKeys.all, 'list'] as const,
  list: (userId: string, folder: Folder) => [...messageKeys.lists(), userId, folder] as const,
  /** Prefix of the numbers of conversations that are unread, or wait to be accepted. */
  counts: () => [...messageKeys.all, 'count'] as const,
  unread: (userId: string) => [...messageKeys.counts(), userId, 'unread'] as const,
  requests: (userId: string) => [...messageKeys.counts(), userId, 'requests'] as const,
  conversation: (userId: string, id: string) =>
    [...messageKeys.all, 'conversation', userId, id] as const,
  /** Prefix of the pages of a conversation's messages: from the newest, and from those that were searched for. */
  messages: (userId: string, id: string) => [...messageKeys.all, 'messages', userId, id] as const,
  messagesAt: (userId: string, id: string, at: number | undefined) =>
    [...messageKeys.messages(userId, id), at ?? null] as const,
  /** Whether a person accepts messages of the viewer. */
  accepts: (viewerId: string, userId: string) =>
    [...messageKeys.all, 'accepts', viewerId, userId] as const,
  search: (userId: string, words: string) => [...messageKeys.all, 'search', userId, words] as const,
};
