import type { QueryClient } from '@tanstack/react-query';
import { dropKeys } from './drop-keys.ts';
import { readPendingDrops, type PendingDrop } from './pending-drops.ts';

/** The id of a take's drop until the database has assigned one. */
export function temporaryId(takeId: string): string {
  return `temp-${takeId}`;
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
