import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkAppliedFiles, type AppliedFile, type SourceFile } from './applied-files.ts';
import type { Sql } from './sql.ts';

const folder = join(import.meta.dirname, 'initial-schema');

async function readInitialSchema(): Promise<SourceFile[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({
      version: name,
      source: await readFile(join(folder, name), 'utf8'),
    })),
  );
}

/** The files of the initial schema that were applied to the database. */
async function readAppliedFiles(sql: Sql): Promise<AppliedFile[]> {
  const [table] = await sql<{ name: string | null }[]>`
    select to_regclass('backend.platform_files')::text as name`;
  if (!table?.name) return [];
  // Before release 0.2.0 the table had only the column `name`.
  return sql<AppliedFile[]>`
    select name as version,
      case when to_jsonb(file) ? 'source' then json_build_array(to_jsonb(file) -> 'source') end as statements
    from backend.platform_files as file order by name`;
}

/**
 * Compares the applied files of the initial schema with those of this program.
 *
 * @throws {OperatorError} naming the first file that is unknown or has changed
 */
export async function checkInitialSchema(sql: Sql): Promise<void> {
  checkAppliedFiles('initial schema', await readAppliedFiles(sql), await readInitialSchema());
}

/**
 * Applies the schema that hosted Supabase gives a project before its first migration: roles, the
 * schemas auth, storage and realtime, the publication, and what some extensions would add. Each file of the
 * folder runs once, in order. One that is named after an extension is left out where that is installed.
 *
 * @param sql one connection of a superuser, or of a role that `checkExternalPostgres` accepts
 * @param authenticatorPassword the password of the role that requests log in as
 * @returns whether `postgres` has that password too
 */
export async function applyInitialSchema(
  sql: Sql,
  authenticatorPassword: string,
): Promise<{ readonly setsPassword: boolean }> {
  await sql`set client_min_messages = warning`;
  // A role that is not a superuser may then become each role that it creates, and has its rights.
  await sql`set createrole_self_grant = 'set, inherit'`;
  await sql`create schema if not exists backend`;
  await sql`
    create table if not exists backend.platform_files (name text primary key, source text not null)`;
  const applied = new Set((await readAppliedFiles(sql)).map(({ version }) => version));
  const extensions = await sql<{ extname: string }[]>`select extname from pg_extension`;
  const provided = new Set(extensions.map(({ extname }) => extname));
  const files = (await readInitialSchema()).filter(
    ({ version }) => !applied.has(version) && !provided.has(version.slice(3, -4)),
  );

  for (const { version, source } of files) {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(source);
      await transaction`reset role`;
      await transaction`
        insert into backend.platform_files (name, source) values (${version}, ${source})`;
    });
  }
  // `alter role` takes no parameters; the password is base64url, made by secrets.ts.
  await sql.unsafe(`alter role authenticator password '${authenticatorPassword}'`);
  const [owner] = await sql<{ keeps: boolean }[]>`
    select owner.rolsuper or owner.oid = me.oid or not me.rolsuper and not exists (
      -- createrole_self_grant leaves this behind for the role that created it.
      select from pg_auth_members
      where roleid = owner.oid and member = me.oid and grantor = me.oid
    ) as keeps
    from pg_roles as owner, pg_roles as me
    where owner.rolname = 'postgres' and me.rolname = current_user`;
  // The password of postgres stays if the role belongs to an external cluster: if it is a superuser, the
  // role of DATABASE_URL itself, or a role that an administrator granted to it.
  if (!owner?.keeps) {
    await sql.unsafe(`alter role postgres password '${authenticatorPassword}'`);
  }
  return { setsPassword: !owner?.keeps };
}
