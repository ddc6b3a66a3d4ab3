/** The keys of queries and mutations of drops. */
export const dropKeys = {
  all: ['drops'] as const,
  /** Prefix of every list of drops. */
  lists: () => [...dropKeys.all, 'list'] as const,
  recent: () => [...dropKeys.lists(), 'recent'] as const,
  /** The drops of the people and hashtags that the viewer follows. */
  following: () => [...dropKeys.lists(), 'following'] as const,
  byAuthor: (userId: string) => [...dropKeys.lists(), 'author', userId] as const,
  /** Prefix of the lists of liked drops. */
  liked: () => [...dropKeys.lists(), 'liked'] as const,
  likedBy: (userId: string) => [...dropKeys.liked(), userId] as const,
  /** Prefix of the lists of bookmarked drops. */
  bookmarks: () => [...dropKeys.lists(), 'bookmarked'] as const,
  /** Prefix of the drops that were read for their own pages. */
  details: () => [...dropKeys.all, 'detail'] as const,
  detail: (id: string) => [...dropKeys.details(), id] as const,
  /** Prefix of the numbers of people's drops. */
  counts: () => [...dropKeys.all, 'count'] as const,
  count: (userId: string) => [...dropKeys.counts(), userId] as const,
  earlierWords: (id: string) => [...dropKeys.all, 'earlier words', id] as const,
  /** The key of the mutation that deletes a drop. */
  delete: (id: string) => [...dropKeys.all, 'delete', id] as const,
  /** The drops that are being posted from this tab. */
  pending: () => [...dropKeys.all, 'pending'] as const,
};
