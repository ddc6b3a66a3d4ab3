import type { TestProject } from 'vitest/node';
import { startTemporaryDatabase } from './database.ts';
import { serveWorkers } from './serve-workers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which a worker requests the PostgreSQL that its files share. */
    sharedPostgres: string;
  }
}

/** Serves one PostgreSQL for each folder of migrations to each worker. */
export default async function sharePostgres(project: TestProject): Promise<() => Promise<void>> {
  const servers = await serveWorkers(
    (supabaseFolder) => startTemporaryDatabase({ supabaseFolder }),
    ({ url }) => url,
  );
  project.provide('sharedPostgres', servers.address);
  return () => servers.stop();
}
