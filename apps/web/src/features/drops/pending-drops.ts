import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Drop } from './drop.ts';
import { dropKeys } from './queries.ts';

/** Prefix of the temporary id of a drop that is being posted. */
const TEMPORARY = 'temp-';

/** The id of a take's drop until the database has assigned one. */
export function temporaryId(takeId: string): string {
  return TEMPORARY + takeId;
}

export function isTemporary({ id }: Drop): boolean {
  return id.startsWith(TEMPORARY);
}

/** Shows a drop that is being posted at the head of its lists, or updates it there. */
export function showPendingDrop(queryClient: QueryClient, drop: Drop): void {
  queryClient.setQueryData<Drop[]>(dropKeys.pending(), (pending = []) => [
    drop,
    ...pending.filter(({ id }) => id !== drop.id),
  ]);
}

/** Removes a drop that is no longer being posted. */
export function hidePendingDrop(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData<Drop[]>(dropKeys.pending(), (pending) =>
    pending?.filter((drop) => drop.id !== id),
  );
}

const NO_DROPS: readonly Drop[] = [];

/** The drops that are being posted from this tab, the latest first. */
export function usePendingDrops(): readonly Drop[] {
  const { data = NO_DROPS } = useQuery<readonly Drop[]>({
    queryKey: dropKeys.pending(),
    queryFn: skipToken,
    staleTime: Infinity,
  });
  return data;
}

/**
 * Prepends pending drops to a list, without those that it already contains. They are matched by the
 * path of their audio, which is the same before and after posting.
 */
export function withPending(pending: readonly Drop[], drops: readonly Drop[]): readonly Drop[] {
  if (pending.length === 0) return drops;
  const posted = new Set(drops.map(({ audioPath }) => audioPath));
  const missing = pending.filter(({ audioPath }) => !posted.has(audioPath));
  return missing.length === 0 ? drops : [...missing, ...drops];
}
