import { startTemporaryDatabase } from '@undertone/test-support/database';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database in which every test rolls its transaction back. */
    databaseUrl: string;
    /** A copy of it for tests that have to commit. */
    committingDatabaseUrl: string;
  }
}

/** Starts one PostgreSQL for the whole run. */
export default async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  const running = await startTemporaryDatabase();
  const elsewhere = new URL(running.url);
  elsewhere.pathname = '/template1';
  const sql = postgres(elsewhere.href, { max: 1 });
  await sql`create database committing template postgres`;
  await sql.end();
  // The first act of a day writes its salt. In a transaction that is rolled back, the acts of all other tests would
  // wait for it, and two tests that wait for each other's locks would deadlock.
  const first = postgres(running.url, { max: 1 });
  await first`select private.ranking_salt()`;
  await first.end();

  const committing = new URL(running.url);
  committing.pathname = '/committing';
  project.provide('databaseUrl', running.url);
  project.provide('committingDatabaseUrl', committing.href);
  return () => running.stop();
}
