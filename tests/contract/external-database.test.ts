import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import {
  startExternalPostgres,
  type ExternalPostgres,
  type ExternalPostgresOptions,
} from '@undertone/test-support/database';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { liftActLimits } from './fixtures/lift-act-limits.ts';
import { listen, until } from './fixtures/listen.ts';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';

let external: ExternalPostgres;
let backend: TestBackend | null = null;

const startExternal = async (options?: ExternalPostgresOptions): Promise<void> => {
  external = await startExternalPostgres(options);
};

const stopBackend = async (): Promise<void> => {
  await backend?.stop();
  backend = null;
};

const start = async (
  databaseUrl = external.urlOf('admin'),
  options: { dataDir?: string; port?: string } = {},
): Promise<TestBackend> => {
  const { dataDir, port = '0' } = options;
  backend = await startBackend({
    ...(dataDir !== undefined && { dataDir }),
    env: { DATABASE_URL: databaseUrl, PORT: port },
  });
  return backend;
};

const healthOf = async ({ url }: TestBackend): Promise<number> =>
  (await fetch(`${url}/healthz`)).status;

const titles = async (server: TestBackend): Promise<unknown> =>
  (await visit(server).from('voice_drops').select('title').throwOnError()).data;

const refusal = async (databaseUrl: string): Promise<string> =>
  start(databaseUrl).then(
    () => 'it started',
    (error: unknown) => String(error),
  );

it('a superuser called postgres is used as it is and keeps its password', async () => {
  await startExternal();
  try {
    const password = new URL(external.urlOf('postgres')).password;
    await external.run(`create role postgres superuser login password '${password}'`);
    const server = await start(external.urlOf('postgres'));
    await signUp(server, 'ann');
    const sql = postgres(external.urlOf('postgres'), { max: 1 });
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await sql.end();
  } finally {
    await stopBackend();
    await external.stop();
  }
});

/** Attributes of the role of DATABASE_URL, as providers of PostgreSQL give them to their customers. */
describe.each([
  { role: 'manager', attributes: 'createrole replication bypassrls' },
  { role: 'manager', attributes: 'createrole replication' },
  { role: 'postgres', attributes: 'createrole replication' },
])('with a role $role that is no superuser but has $attributes', ({ role, attributes }) => {
  beforeEach(async () => {
    await startExternal();
    const { password } = new URL(external.urlOf(role));
    await external.run(
      `create role ${role} login ${attributes} password '${password}';
       alter database postgres owner to ${role}`,
    );
  });
  afterEach(async () => {
    await stopBackend();
    await external.stop();
  });

  it('people sign up, post, receive changes and delete, and the backend starts again', async () => {
    const first = await start(external.urlOf(role));
    const [ann, ben] = [await signUp(first, 'ann'), await signUp(first, 'ben')];
    const listener = await listen(ben.client, { table: 'voice_drops' });
    const id = await postDrop(ann, { title: 'Kept elsewhere' });
    await until(listener, 'Kept elsewhere');
    const hidden = await postDrop(ann, { title: 'For followers', privacy_level: 'followers' });

    // The secret key sees all rows; visitors see those that policies let them see.
    const operator = visit({ url: first.url, publishableKey: first.secretKey });
    const { data: seen } = await operator.from('voice_drops').select('id').throwOnError();
    expect(new Set(seen.map((drop) => String(drop.id)))).toEqual(new Set([id, hidden]));
    expect(await titles(first)).toEqual([{ title: 'Kept elsewhere' }]);
    const bucket = operator.storage.from('voice-drops');
    expect((await bucket.list(ann.id)).data).toHaveLength(2);
    // The migrations' functions run as postgres, which sees all accounts.
    const report = { reported_voice_drop_id: id, reporter_id: ben.id, reason: 'spam' };
    await ben.client.from('reports').insert(report).throwOnError();
    await external.run(`do $$ begin
      set local role postgres;
      assert (select count(*) = 2 from auth.users);
    end $$`);
    await ann.client.from('voice_drops').delete().eq('id', hidden).throwOnError();
    await first.stop({ keepData: true });

    const second = await start(external.urlOf(role), { dataDir: first.dataDir });
    expect(await titles(second)).toEqual([{ title: 'Kept elsewhere' }]);
    const { error } = await visit(second).auth.signInWithPassword({
      email: 'ann@example.com',
      password: 'correct horse battery',
    });
    expect(error).toBeNull();
    await signUp(second, 'cid');
  }, 120_000);
});

describe('with an external PostgreSQL that a backend has migrated', () => {
  let server: TestBackend;
  let ann: Person;

  beforeAll(async () => {
    await startExternal({ isMigrated: true });
    server = await start();
    await liftActLimits(server);
    ann = await signUp(server, 'ann');
  });
  afterAll(async () => {
    await stopBackend();
    await external.stop();
  });

  it('requests fail with a clear error while it is stopped, and are served after it starts', async () => {
    await postDrop(ann, { title: 'From before' });

    await external.halt();
    expect(await healthOf(server)).toBe(503);
    const { error, status } = await visit(server).from('voice_drops').select('title');
    expect(error).not.toBeNull();
    expect(status).toBeGreaterThanOrEqual(500);
    const signIn = await visit(server).auth.signInWithPassword({
      email: 'ann@example.com',
      password: 'correct horse battery',
    });
    expect(signIn.error?.status).toBeGreaterThanOrEqual(500);

    await external.resume();
    await expect.poll(() => healthOf(server), { timeout: 30_000 }).toBe(200);
    await expect
      .poll(() => titles(server).catch(() => null), { timeout: 30_000 })
      .toEqual([{ title: 'From before' }]);
    await postDrop(ann, { title: 'From after' });
    // The schema cache listens for changes again, too.
    await external.run(
      `create table public.later (id int); grant select on public.later to anon; notify pgrst`,
    );
    await expect
      .poll(async () => (await visit(server).from('later').select()).status, { timeout: 30_000 })
      .toBe(200);
    expect(server.process.exitCode).toBeNull();
  }, 120_000);

  it('no request hangs when the database stops under load, and every connection recovers', async () => {
    let posted = 0;
    const over = new AbortController();
    const people = Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) {
        await Promise.allSettled([titles(server), postDrop(ann).then(() => (posted += 1))]);
      }
    });
    for (let round = 0; round < 2; round += 1) {
      const before = posted;
      await vi.waitUntil(() => posted > before + 10, { timeout: 30_000 });
      await external.halt();
      await external.resume();
    }
    const before = posted;
    await vi.waitUntil(() => posted > before + 10, { timeout: 30_000 });
    over.abort();
    await Promise.all(people);
    // More requests than connections.
    const reads = await Promise.all(Array.from({ length: 50 }, () => titles(server)));
    expect(reads).toHaveLength(50);
    const kept = await visit(server)
      .from('voice_drops')
      .select('id', { count: 'exact', head: true });
    // Rows of requests under way may exist without an acknowledgement.
    expect(kept.count).toBeGreaterThanOrEqual(posted);
    expect(server.process.exitCode).toBeNull();
  }, 120_000);

  it('a backend stops cleanly while the database is stopped', async () => {
    await external.halt();
    await server.stop();
    expect(server.process.exitCode).toBe(0);
    await external.resume();
  });

  it('a backend that stops leaves the database running', async () => {
    await start();
    await stopBackend();
    await expect(external.run('select 1')).resolves.toBeUndefined();
  });

  it('a start fails for a migration that the program does not know', async () => {
    await external.run(
      `insert into supabase_migrations.schema_migrations (version) values ('20990101000000')`,
    );
    expect(await refusal(external.urlOf('admin'))).toContain(
      'The database was made with the migration 20990101000000, which is newer than this program; data folders made before release 0.2.0 cannot be kept',
    );
  });
});

describe('a start with an external PostgreSQL fails', () => {
  // The start also misses logical decoding, which it checks after the connection.
  beforeAll(() => startExternal({ settings: { wal_level: 'replica' } }));
  afterEach(stopBackend);
  afterAll(() => external.stop());

  it('for a wrong password, without repeating it', async () => {
    const words = await refusal(
      `postgres://admin:wrong-secret@127.0.0.1:${external.port}/postgres`,
    );
    expect(words).toContain(`DATABASE_URL: no connection to admin@127.0.0.1:${external.port}`);
    expect(words).toContain('password authentication failed');
    expect(words).not.toContain('wrong-secret');
    expect(words).not.toMatch(/^\s+at /m);
  });

  it('when no server listens at its address', async () => {
    expect(await refusal('postgres://admin:secret@127.0.0.1:1/postgres')).toContain(
      'no connection to admin@127.0.0.1:1/postgres: nothing listens there',
    );
  });

  it('when its host does not exist', async () => {
    expect(await refusal('postgres://admin:secret@nowhere.invalid/postgres')).toContain(
      'no connection to admin@nowhere.invalid:5432/postgres',
    );
  });

  it('when the database does not exist', async () => {
    expect(await refusal(external.urlOf('admin').replace(/\/postgres$/, '/absent'))).toContain(
      'database "absent" does not exist',
    );
  });

  it('for a server and a role that lack requirements, names them all, and creates nothing', async () => {
    const { password } = new URL(external.urlOf('plain'));
    await external.run(`create role plain login createdb password '${password}'`);
    const words = await refusal(external.urlOf('plain'));
    expect(words).toContain('the role "plain" is no superuser');
    expect(words).toContain('runs once: alter role plain createrole');
    expect(words).toContain('runs once: alter role plain replication');
    expect(words).toContain('runs once: alter database postgres owner to plain');
    expect(words).toContain('wal_level is replica');
    await expect(external.run('create schema backend')).resolves.toBeUndefined();
  });

  it('for missing rights, until an administrator runs the statements in the message', async () => {
    const other = await startExternalPostgres();
    try {
      const { password } = new URL(other.urlOf('plain'));
      await other.run(
        `create role plain login password '${password}';
         create role postgres login createrole password '${password}'`,
      );
      const words = await refusal(other.urlOf('plain'));
      expect(words).not.toContain('wal_level');
      const statements = Array.from(words.matchAll(/runs once: ([^(\n]+)/g), ([, each]) => each);
      expect(statements).toContain(
        'grant postgres to plain with admin true, inherit true, set true',
      );
      await other.run(statements.join(';'));
      await signUp(await start(other.urlOf('plain')), 'ann');
      // The role that was lent keeps its password.
      const sql = postgres(other.urlOf('postgres'), { max: 1 });
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
      // Its jobs run all the same.
      await sql`select cron.schedule('1 second', 'select 1')`;
      const runs = () => sql`select username, status from cron.job_run_details limit 1`;
      await expect.poll(runs).toEqual([{ username: 'postgres', status: 'succeeded' }]);
      await sql.end();
      await stopBackend();
    } finally {
      await other.stop();
    }
  }, 120_000);
});
