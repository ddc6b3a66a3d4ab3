import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Drop } from './drop.ts';
import { dropKeys } from './drop-keys.ts';

/** The state of a drop that is not posted yet. */
export interface PendingPost {
  /** `waiting`: for its turn or the network. `failed`: its author is asked to try again. */
  state: 'posting' | 'waiting' | 'failed';
  /** Why the last try failed. */
  reason?: string;
  /** Cancels the post. */
  cancel?: () => void;
  retry?: () => void;
}

/** A drop that is being posted or waits to be, under a temporary id. */
export interface PendingDrop extends Drop {
  post: PendingPost;
}

/** The id of a take's drop until the database has assigned one. */
export function temporaryId(takeId: string): string {
  return `temp-${takeId}`;
}

export function isPending(drop: Drop): drop is PendingDrop {
  return 'post' in drop;
}

const NO_DROPS: readonly PendingDrop[] = [];

/** The drops that are being posted from this tab or wait on this device, the latest first. */
export function usePendingDrops(): readonly PendingDrop[] {
  const { data = NO_DROPS } = useQuery<readonly PendingDrop[]>({
    queryKey: dropKeys.pending(),
    queryFn: skipToken,
    staleTime: Infinity,
  });
  return data;
}

export function readPendingDrops(queryClient: QueryClient): readonly PendingDrop[] {
  return queryClient.getQueryData<PendingDrop[]>(dropKeys.pending()) ?? NO_DROPS;
}

/** Shows a pending drop at the head of its lists, or updates it there. */
export function showPendingDrop(queryClient: QueryClient, drop: PendingDrop): void {
  const others = readPendingDrops(queryClient).filter(({ id }) => id !== drop.id);
  queryClient.setQueryData(dropKeys.pending(), [drop, ...others]);
}

/** Removes a drop that is no longer pending. */
export function hidePendingDrop(queryClient: QueryClient, id: string): void {
  const others = readPendingDrops(queryClient).filter((drop) => drop.id !== id);
  queryClient.setQueryData(dropKeys.pending(), others);
}

/**
 * Prepends pending drops to a list, without those that it already contains. They are matched by the
 * path of their audio, which is the same before and after posting.
 */
export function withPending(
  pending: readonly PendingDrop[],
  drops: readonly Drop[],
): readonly Drop[] {
  if (pending.length === 0) return drops;
  const posted = new Set(drops.map(({ audioPath }) => audioPath));
  const missing = pending.filter(({ audioPath }) => !posted.has(audioPath));
  return missing.length === 0 ? drops : [...missing, ...drops];
}
