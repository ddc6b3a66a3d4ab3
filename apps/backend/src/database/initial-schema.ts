import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from './sql.ts';

const folder = join(import.meta.dirname, 'initial-schema');

/**
 * Applies the schema that hosted Supabase gives a project before its first migration: roles, the
 * schemas auth, storage and realtime, and the publication. Each file of the folder runs once, in order.
 *
 * @param sql one connection of a superuser, or of a role that `checkOutsidePostgres` lets pass
 * @param authenticatorPassword the password of the role that requests log in as
 */
export async function applyInitialSchema(sql: Sql, authenticatorPassword: string): Promise<void> {
  await sql`set client_min_messages = warning`;
  // A role that is no superuser may then become each role that it makes, and has its rights.
  await sql`set createrole_self_grant = 'set, inherit'`;
  await sql`create schema if not exists backend`;
  await sql`create table if not exists backend.platform_files (name text primary key)`;
  const rows = await sql<{ name: string }[]>`select name from backend.platform_files`;
  const applied = new Set(rows.map((row) => row.name));
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();

  for (const name of files.filter((file) => !applied.has(file))) {
    const source = await readFile(join(folder, name), 'utf8');
    await sql.begin(async (transaction) => {
      await transaction.unsafe(source);
      await transaction`reset role`;
      await transaction`insert into backend.platform_files (name) values (${name})`;
    });
  }
  // `alter role` takes no parameters; the password is base64url, made by secrets.ts.
  await sql.unsafe(`alter role authenticator password '${authenticatorPassword}'`);
  const [owner] = await sql<{ keeps: boolean }[]>`
    select owner.rolsuper or owner.oid = me.oid or not me.rolsuper and not exists (
      -- createrole_self_grant leaves this behind for whoever made the role.
      select from pg_auth_members
      where roleid = owner.oid and member = me.oid and grantor = me.oid
    ) as keeps
    from pg_roles as owner, pg_roles as me
    where owner.rolname = 'postgres' and me.rolname = current_user`;
  // A superuser of that name belongs to an outside cluster. So does the role of DATABASE_URL, and one
  // that an administrator lent to it.
  if (!owner?.keeps) {
    await sql.unsafe(`alter role postgres password '${authenticatorPassword}'`);
  }
}
