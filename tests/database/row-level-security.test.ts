import { expect, it } from 'vitest';
import { openWorld } from './support/world.ts';

const world = openWorld();

const tables = [
  'blocks',
  'bookmarks',
  'follows',
  'notifications',
  'profile_counts',
  'profiles',
  'reports',
  'voice_drop_comment_likes',
  'voice_drop_comments',
  'voice_drop_likes',
  'voice_drops',
];

it('the API shows exactly the tables of the product', async () => {
  const rows = await world.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    order by relname`;
  expect(rows.map(({ name }) => name)).toEqual(tables);
});

it('row-level security is on for every table', async () => {
  const rows = await world.sql`
    select relnamespace::regnamespace as schema, relname as name from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p') and not relrowsecurity`;
  expect([...rows]).toEqual([]);
});

it('every policy names its role', async () => {
  const rows = await world.sql`
    select tablename, policyname from pg_policies
    where schemaname in ('public', 'storage') and roles && '{public}'`;
  expect([...rows]).toEqual([]);
});

it('nobody has rights to a whole table but to delete their rows', async () => {
  const rows = await world.sql`
    select relname as table, grantee::regrole as grantee, privilege_type as right
    from pg_class, aclexplode(relacl)
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p')
      and grantee in (0, 'anon'::regrole, 'authenticated'::regrole)
      and not (grantee = 'authenticated'::regrole and privilege_type = 'DELETE')`;
  expect([...rows]).toEqual([]);
});

it('visitors have no right but to read', async () => {
  const rows = await world.sql`
    select table_name, column_name, privilege_type from information_schema.column_privileges
    where grantee in ('anon', 'PUBLIC') and table_schema in ('public', 'private')
      and privilege_type <> 'SELECT'`;
  expect([...rows]).toEqual([]);
});

it.each([
  ['anon', ['profiles', 'profile_counts', 'follows', 'voice_drops', 'voice_drop_comments']],
  ['authenticated', tables],
])('%s reads rows only of the tables that a policy opens', async (role, expected) => {
  const rows = await world.sql<{ name: string }[]>`
    select distinct tablename as name from pg_policies
    where schemaname = 'public' and cmd = 'SELECT' and roles @> array[${role}::name]`;
  expect(rows.map(({ name }) => name).sort()).toEqual(expected.toSorted());
});

it('nobody but the owner runs a function that was not granted by name', async () => {
  const rows = await world.sql`
    select proname from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and exists (
        select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0
      )`;
  expect([...rows]).toEqual([]);
});

it('every function fixes its search path', async () => {
  const rows = await world.sql`
    select proname from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce('search_path=""' = any (proconfig), false)`;
  expect([...rows]).toEqual([]);
});

it('columns by which other tables are referenced are indexed', async () => {
  const rows = await world.sql`
    select conrelid::regclass as table, conname as constraint from pg_constraint
    where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null
      )`;
  expect([...rows]).toEqual([]);
});

it('voice drops and notifications are published for realtime', async () => {
  const rows = await world.sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_publication_tables
    where pubname = 'supabase_realtime' order by name`;
  expect(rows.map(({ name }) => name)).toEqual(['public.notifications', 'public.voice_drops']);
});
