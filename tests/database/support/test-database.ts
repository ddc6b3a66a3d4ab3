import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeEach, inject } from 'vitest';
import { createFactories, type Drop, type Factories } from './factories.ts';
import { become, type Persona } from './persona.ts';

/** The database of a file's tests, each of which runs in a transaction that is rolled back. */
export interface TestDatabase {
  /** A connection as the superuser: no policy applies. */
  readonly sql: Sql;
  readonly make: Factories;
  /** Runs the work as a persona. When the work fails, only the work is rolled back. */
  as<T>(
    persona: Persona,
    work: (sql: Sql) => PromiseLike<T>,
    headers?: Record<string, string>,
  ): Promise<T>;
  /** Whether a persona can read a drop. */
  sees(persona: Persona, drop: Drop): Promise<boolean>;
}

/** Connects the tests of the calling file to the database, each in a transaction that is rolled back. */
export function openTestDatabase(): TestDatabase {
  // A single connection, so that every statement of a test is in the test's transaction.
  const sql = postgres(inject('databaseUrl'), { max: 1, onnotice: () => undefined });
  beforeEach(async () => {
    await sql`begin`;
  });
  afterEach(async () => {
    await sql`rollback`;
  });
  afterAll(() => sql.end());

  const database: TestDatabase = {
    sql,
    make: createFactories(sql),
    async as(persona, work, headers) {
      await sql`savepoint persona`;
      try {
        await become(sql, persona, headers);
        const result = await work(sql);
        await sql`
          select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)`;
        return result;
      } catch (error) {
        await sql`rollback to persona`;
        throw error;
      }
    },
    async sees(persona, drop) {
      const rows = await database.as(
        persona,
        (caller) => caller`select id from voice_drops where id = ${drop.id}`,
      );
      return rows.length === 1;
    },
  };
  return database;
}
