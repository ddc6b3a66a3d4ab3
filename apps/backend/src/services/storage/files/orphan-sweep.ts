import type { Sql } from '../../../database/sql.ts';
import type { BytesRemoval } from './bytes-removal.ts';
import type { ObjectStore } from './object-store.ts';

interface SweepParts {
  readonly admin: Sql;
  readonly store: ObjectStore;
  readonly removal: BytesRemoval;
}

/**
 * Removes the bytes that no row names: those of uploads and removals that a crash interrupted, and of
 * rows that were deleted by SQL (a cascade, a migration).
 * @returns the number of removed files
 */
export async function sweepOrphans({ admin, store, removal }: SweepParts): Promise<number> {
  let found = 0;
  for await (const stored of store.stored()) {
    if (stored.length === 0) continue;
    // The query comes after the listing, so that it finds every row of the listed files.
    const rows = await admin<{ id: string; version: string }[]>`
      select id, version from storage.objects
      where id = any(${stored.map(({ id }) => id)}::uuid[])`;
    const named = new Set(rows.map(({ id, version }) => `${id}.${version}`));
    const orphans = stored.filter(({ id, version }) => !named.has(`${id}.${version}`));
    await removal.remove(orphans);
    found += orphans.length;
  }
  return found;
}
