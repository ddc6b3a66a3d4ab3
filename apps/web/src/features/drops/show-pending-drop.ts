import type { QueryClient } from '@tanstack/react-query';
import type { PendingDrop } from './pending-drops.ts';
import { dropKeys } from './queries.ts';

/** Prefix of the temporary id of a drop that is being posted. */
const TEMPORARY = 'temp-';

/** The id of a take's drop until the database has assigned one. */
export function temporaryId(takeId: string): string {
  return TEMPORARY + takeId;
}

/** Shows a pending drop at the head of its lists, or updates it there. */
export function showPendingDrop(queryClient: QueryClient, drop: PendingDrop): void {
  queryClient.setQueryData<PendingDrop[]>(dropKeys.pending(), (pending = []) => [
    drop,
    ...pending.filter(({ id }) => id !== drop.id),
  ]);
}

/** Removes a drop that is no longer pending. */
export function hidePendingDrop(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData<PendingDrop[]>(dropKeys.pending(), (pending) =>
    pending?.filter((drop) => drop.id !== id),
  );
}

/** The drops that are being posted from this tab or wait on this device, the latest first. */
export function readPendingDrops(queryClient: QueryClient): readonly PendingDrop[] {
  return queryClient.getQueryData<PendingDrop[]>(dropKeys.pending()) ?? [];
}
