import type { QueryClient } from '@tanstack/react-query';
import type { ReactionName } from '#features/reactions/mutations.ts';
import { dropStore } from './drop-cache.ts';
import type { Drop } from './drop.ts';

/** A drop with the viewer's like or bookmark, or without it. */
export function withReaction(drop: Drop, name: ReactionName, on: boolean): Drop {
  if (name === 'bookmark') return { ...drop, isBookmarked: on };
  if (drop.isLiked === on) return drop;
  return { ...drop, isLiked: on, likeCount: Math.max(0, drop.likeCount + (on ? 1 : -1)) };
}

/** Shows a reaction wherever the drop is shown. @param at see `DropStore.edit` */
export function showReaction(
  queryClient: QueryClient,
  name: ReactionName,
  dropId: string,
  on: boolean,
  at: number,
): void {
  dropStore(queryClient).edit(dropId, name, (drop) => withReaction(drop, name, on), at);
}
