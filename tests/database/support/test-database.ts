import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeEach, inject } from 'vitest';
import { createFactories, type Drop, type Factories } from './factories.ts';
import { become, type Persona } from './persona.ts';

type Parameter = postgres.ParameterOrFragment<never>;

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
  /** Runs one statement as a persona. */
  readonly queryAs: <T extends readonly object[] = postgres.Row[]>(
    persona: Persona,
    headers?: Record<string, string>,
  ) => (text: TemplateStringsArray, ...values: Parameter[]) => Promise<postgres.RowList<T>>;
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
    queryAs:
      <T extends readonly object[]>(persona: Persona, headers?: Record<string, string>) =>
      (text: TemplateStringsArray, ...values: Parameter[]) =>
        database.as(persona, (caller) => caller<T>(text, ...values), headers),
    async sees(persona, { id }) {
      const rows = await database.queryAs(persona)`select id from voice_drops where id = ${id}`;
      return rows.length === 1;
    },
  };
  return database;
}
