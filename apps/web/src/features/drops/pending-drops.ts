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
