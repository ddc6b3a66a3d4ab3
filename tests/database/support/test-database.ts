import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeEach, inject } from 'vitest';
import { createFactories, type Drop, type Factories } from './factories.ts';
import { become, type Persona } from './persona.ts';

/** What the tests of a file work in: a transaction for each, rolled back at its end. */
export interface TestDatabase {
  /** The server's own hand: no policy applies. */
  readonly sql: Sql;
  readonly make: Factories;
  /** Runs one piece of work as someone. When it fails only that work is undone. */
  as<T>(
    persona: Persona,
    work: (sql: Sql) => PromiseLike<T>,
    headers?: Record<string, string>,
  ): Promise<T>;
  /** Whether someone sees a drop. */
  sees(persona: Persona, drop: Drop): Promise<boolean>;
}

/** Gives the tests of the calling file their database. */
export function openTestDatabase(): TestDatabase {
  // A single connection: every statement of a test falls into its transaction.
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
