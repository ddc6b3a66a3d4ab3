import type { Sql } from './sql.ts';

const policy = 'in place of bypassrls';

/**
 * Replaces BYPASSRLS, if the role of an external PostgreSQL could not grant it to `postgres` and
 * `service_role`, by a policy for both that permits all rows of each table with row-level security. Their
 * privileges do not change. Does nothing if both have the attribute.
 *
 * @param sql one connection, opened after the migrations, since it covers the existing tables
 */
export async function replaceMissingBypass(sql: Sql): Promise<void> {
  const tables = await sql<{ text: string }[]>`
    select format(
      'create policy %I on %s to %s using (true) with check (true)',
      ${policy}::text, pg_class.oid::regclass, lacking.names
    ) as text
    from pg_class
    cross join (
      select string_agg(quote_ident(rolname), ', ') as names from pg_roles
      where rolname in ('postgres', 'service_role') and not (rolbypassrls or rolsuper)
    ) as lacking
    where lacking.names is not null
      and relrowsecurity
      and relkind in ('r', 'p')
      -- Tables of extensions and of other applications are excluded.
      and pg_get_userbyid(relowner) in (
        'postgres', 'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin'
      )
      and not exists (
        select from pg_policy where polrelid = pg_class.oid and polname = ${policy}
      )`;
  for (const { text } of tables) await sql.unsafe(text);
}
