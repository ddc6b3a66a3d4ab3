import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../lib/operator-error.ts';
import { checkAppliedFiles, type AppliedFile, type SourceFile } from './applied-files.ts';
import { withoutProvidedExtensions } from './provided-extensions.ts';
import type { Sql } from './sql.ts';
import { nullIfMissing } from '../lib/error-code.ts';

/** One file of a migrations folder: `<version>_<name>.sql`. */
interface Migration extends SourceFile {
  readonly name: string;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder).catch(nullIfMissing)) ?? [];
  const migrations = files.map(async (file) => {
    const match = /^(\d+)_(.*)\.sql$/.exec(file);
    if (!match) return [];
    const source = await readFile(join(folder, file), 'utf8');
    return [{ version: match[1]!, name: match[2]!, source }];
  });
  return (await Promise.all(migrations)).flat().sort((a, b) => (a.version < b.version ? -1 : 1));
}

/** The migrations that this program or the Supabase CLI has applied to the database. */
async function readAppliedMigrations(sql: Sql): Promise<AppliedFile[]> {
  const [table] = await sql<{ name: string | null }[]>`
    select to_regclass('supabase_migrations.schema_migrations')::text as name`;
  if (!table?.name) return [];
  // The client parses JSON in a fraction of the time that it takes for an array of long texts.
  return sql<AppliedFile[]>`
    select version, to_json(statements) as statements from supabase_migrations.schema_migrations order by version`;
}

/**
 * Compares the applied migrations with those of a folder. A migration that is not applied yet is no difference.
 *
 * @throws {OperatorError} naming the first version that is not in the folder or has changed
 */
export async function checkMigrations(sql: Sql, folder: string): Promise<void> {
  checkAppliedFiles('migration', await readAppliedMigrations(sql), await readMigrations(folder));
}

const lineOf = (source: string, position: string | undefined): string =>
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
  const applied = new Set((await readAppliedMigrations(sql)).map(({ version }) => version));
  const pending = (await readMigrations(folder)).filter(({ version }) => !applied.has(version));
  if (pending.length > 0) {
    onStep(`Applying ${pending.length} migration${pending.length === 1 ? '' : 's'}…`);
  }

  for (const { version, name, source } of pending) {
    await sql
      .begin(async (transaction) => {
        // As in the Supabase CLI, settings of one migration do not apply to the next.
        await transaction`reset all`;
        await transaction`set local role postgres`;
        await transaction.unsafe(withoutProvidedExtensions(source));
        await transaction`
          insert into supabase_migrations.schema_migrations (version, statements, name)
          values (${version}, ${[source]}, ${name})`;
      })
      .catch((cause: Error & { position?: string }) => {
        const where = `${version}_${name}.sql${lineOf(source, cause.position)}`;
        throw new OperatorError(`${where}: ${cause.message}`, { cause });
      });
  }
  return pending.map(({ version }) => version);
}
