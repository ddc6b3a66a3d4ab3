import type { Logger } from 'pino';
import type { Sql } from '../../../database/sql.ts';
import type { BytesRemoval } from './bytes-removal.ts';
import type { ObjectStore } from './object-store.ts';

/** How often the store is swept, ms. */
const sweepInterval = 60 * 60 * 1000;

interface SweepParts {
  readonly admin: Sql;
  readonly store: ObjectStore;
  readonly removal: BytesRemoval;
}

/**
 * Removes the bytes that no row names: those of uploads and removals that a crash interrupted, and of
 * rows that were deleted by SQL (a cascade, a migration).
 * @returns how many files were found
 */
export async function sweepOrphans({ admin, store, removal }: SweepParts): Promise<number> {
  let found = 0;
  for await (const stored of store.stored()) {
    if (stored.length === 0) continue;
    // Queried after the folder was listed, so that every row committed by then is found.
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

/**
 * Sweeps now and regularly.
 * @returns stops sweeping, and resolves when a running sweep is done
 */
export function startSweeping({
  log,
  ...parts
}: SweepParts & { readonly log: Logger }): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= sweepOrphans(parts)
      .then(
        (removed) => log.info({ removed }, 'swept stored bytes without a row'),
        (error: unknown) => log.error({ cause: error }, 'sweeping stored bytes failed'),
      )
      .finally(() => (running = null));
  };
  run();
  const timer = setInterval(run, sweepInterval).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
