import { startBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { visit } from './fixtures/person.ts';

/** The schemas of scheduled jobs, outgoing calls and secrets, which no client may use. */
const schemas = ['cron', 'net', 'vault'];

const backend = await startBackend();
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
afterAll(async () => {
  await sql.end();
  await backend.stop();
});

const denied = { code: '42501', message: expect.stringContaining('permission denied for schema') };

it.each(['anon', 'authenticated', 'service_role', 'authenticator'])(
  '%s can call no function and read no table of the closed schemas',
  async (role) => {
    const calls = await sql<{ text: string }[]>`
      select format('select %s(%s)', oid::regproc, (
        select string_agg('null::' || type::regtype, ', ') from unnest(proargtypes) as type
      )) as text
      from pg_proc
      where pronamespace = any (${schemas}::regnamespace[]) and prorettype <> 'trigger'::regtype
      union all
      select format('select from %s', oid::regclass) from pg_class
      where relnamespace = any (${schemas}::regnamespace[]) and relkind in ('r', 'v', 'S')`;
    expect(calls.length).toBeGreaterThan(8);
    for (const { text } of calls) {
      const call = sql.begin(async (transaction) => {
        await transaction`select set_config('role', ${role}, true)`;
        await transaction.unsafe(text);
      });
      await expect(call).rejects.toMatchObject(denied);
    }
  },
);

it.each(schemas)(
  'the API does not serve the schema %s, not even to the secret key',
  async (name) => {
    const operator = visit({ url: backend.url, publishableKey: backend.secretKey });
    const { error } = await operator.schema(name).from('job').select();
    expect(error?.code).toBe('PGRST106');
  },
);

it('SQL calls a function of the backend', async () => {
  const [call] = await sql`
    select net.http_get(${`${backend.url}/functions/v1/qr-code`}, '{"data": "x"}') as id`;
  const read = async () => [
    ...(await sql`
      select status_code, content_type from net._http_response where id = ${call!.id}`),
  ];
  await expect.poll(read).toEqual([{ status_code: 200, content_type: 'image/png' }]);
});
