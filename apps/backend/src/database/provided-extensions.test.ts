import { expect, it } from 'vitest';
import { withoutProvidedExtensions } from './provided-extensions.ts';

it.each([
  'create extension pg_cron;',
  'CREATE EXTENSION IF NOT EXISTS "pg_net"\n  WITH SCHEMA extensions;',
  'create extension if not exists supabase_vault with schema vault cascade;',
])('the creation of a provided extension is blanked in place: %s', (statement) => {
  const blank = statement.replace(/\S/g, ' ');
  expect(withoutProvidedExtensions(`select 1;\n${statement} select 2;`)).toBe(
    `select 1;\n${blank} select 2;`,
  );
});

it.each([
  'create extension pg_trgm;',
  'create extension pg_cron_tools;',
  "comment on schema public is '; create extension pg_cron;';",
  'do $$ begin\n  create extension pg_cron;\nend $$;',
])('other statements stay: %s', (statement) => {
  expect(withoutProvidedExtensions(statement)).toBe(statement);
});
