import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../lib/operator-error.ts';
import type { Sql } from './sql.ts';

/** One file of a migrations folder: `<version>_<name>.sql`. */
interface Migration {
  readonly version: string;
  readonly name: string;
  readonly path: string;
}

async function listMigrations(folder: string): Promise<Migration[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return files
    .map((file) => ({ file, match: /^(\d+)_(.*)\.sql$/.exec(file) }))
    .flatMap(({ file, match }) =>
      match ? [{ version: match[1]!, name: match[2]!, path: join(folder, file) }] : [],
    )
    .sort((a, b) => (a.version < b.version ? -1 : 1));
}

const place = (source: string, position: string | undefined): string =>
  position ? ` at line ${source.slice(0, Number(position)).split('\n').length}` : '';

/**
 * Applies the pending migrations, each in a transaction of its own, and records them where the
 * Supabase CLI does, so that either can continue after the other.
 *
 * @param sql one connection, opened after the initial schema was applied, that may become `postgres`
 * @param onStep takes a line when there are migrations to apply
 * @returns the versions that were applied now
 * @throws {OperatorError} naming the file and line; nothing of that file is applied
 */
export async function applyMigrations(
  sql: Sql,
  folder: string,
  onStep: (step: string) => void = () => undefined,
): Promise<string[]> {
  await sql`create schema if not exists supabase_migrations authorization postgres`;
  await sql.unsafe(
    `set role postgres;
     create table if not exists supabase_migrations.schema_migrations
       (version text primary key, statements text[], name text);
     reset role`,
  );
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`;
  const applied = new Set(rows.map((row) => row.version));
  const pending = (await listMigrations(folder)).filter(({ version }) => !applied.has(version));
  if (pending.length > 0) {
    onStep(`Applying ${pending.length} migration${pending.length === 1 ? '' : 's'}…`);
  }

  for (const { version, name, path } of pending) {
    const source = await readFile(path, 'utf8');
    await sql
      .begin(async (transaction) => {
        // As in the Supabase CLI, settings of one migration do not apply to the next.
        await transaction`reset all`;
        await transaction`set local role postgres`;
        await transaction.unsafe(source);
        await transaction`
          insert into supabase_migrations.schema_migrations (version, statements, name)
          values (${version}, ${[source]}, ${name})`;
      })
      .catch((cause: Error & { position?: string }) => {
        const where = `${version}_${name}.sql${place(source, cause.position)}`;
        throw new OperatorError(`${where}: ${cause.message}`, { cause });
      });
  }
  return pending.map(({ version }) => version);
}
