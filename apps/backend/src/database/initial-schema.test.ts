import { startExternalPostgres } from '@undertone/test-support/database';
import { expect, it } from 'vitest';
import { applyInitialSchema } from './initial-schema.ts';
import { openSession } from './sql.ts';

it('the initial schema leaves out what an installed extension provides', async () => {
  const external = await startExternalPostgres();
  try {
    await external.run(`
      insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      values (1, 'pg_cron', 10, 'pg_catalog'::regnamespace, false, '1.6')`);
    await using sql = await openSession(external.urlOf('admin'), { name: 'test' });
    await applyInitialSchema(sql, 'test');
    const schemas = await sql<{ nspname: string }[]>`
      select nspname from pg_namespace where nspname in ('cron', 'net', 'vault') order by 1`;
    expect(schemas.map(({ nspname }) => nspname)).toEqual(['net', 'vault']);
  } finally {
    await external.stop();
  }
});
