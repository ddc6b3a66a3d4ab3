// One client sends as many requests as it can: other clients do not wait, and the client is refused beyond its limits.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signUp, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { wavOf } from './fixtures/wav.ts';

const password = 'correct horse battery';
const greedyAddress = '192.0.2.1';
const otherAddress = '192.0.2.2';

let backend: TestBackend;
let sql: Sql;
let ann: Person;
let bob: Person;
let drop: string;

/** A client whose requests a trusted proxy forwards from the given address. */
const clientAt = (address: string): SupabaseClient =>
  createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'x-forwarded-for': address } },
  });

const signInAt = async (address: string, username: string): Promise<SupabaseClient> => {
  const client = clientAt(address);
  const { error } = await client.auth.signInWithPassword({
    email: `${username}@example.com`,
    password,
  });
  if (error) throw error;
  return client;
};

/** The lock that `read_long()` and `write_long()` wait for. */
const gate = 7;

beforeAll(async () => {
  // Sixty sign-ins can take long on a busy machine: the limit of waiting time must not refuse them.
  backend = await startBackend({
    env: {
      TRUSTED_PROXIES: '127.0.0.1',
      FULL_PASSWORD_HASHES: '1',
      QUEUE_TIMEOUT_MS: '60000',
    },
  });
  sql = postgres(backend.databaseUrl, { max: 2 });
  const body = `'select 1 from pg_advisory_xact_lock_shared(${gate})'`;
  await sql.unsafe(`
    create function public.read_long() returns int language sql stable as ${body};
    create function public.write_long() returns int language sql volatile as ${body}`);
  ann = await signUp(backend, 'ann');
  bob = await signUp(backend, 'bob');
  drop = await postDrop(ann);
  await sql`notify pgrst, 'reload schema'`;
  await vi.waitFor(async () => void (await ann.client.rpc('read_long').throwOnError()), {
    timeout: 20_000,
  });
});
afterAll(async () => {
  await sql?.end();
  await backend?.stop();
});

/** Runs the work while a transaction of the superuser holds a lock. */
const whileHeld = (lock: (hold: TransactionSql) => Promise<unknown>, work: () => Promise<void>) =>
  sql.begin(async (hold) => {
    await lock(hold);
    await work();
  });

const gateHeld = (hold: TransactionSql) => hold`select pg_advisory_xact_lock(${gate})`;

/** Waits until a statement that contains the text waits for a lock. */
const oneWaits = (text: string) =>
  expect
    .poll(
      async () => {
        const rows = await sql`
          select from pg_stat_activity
          where wait_event_type = 'Lock' and query like ${`%${text}%`}`;
        return rows.length;
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);

/** Starts all requests at once; `ended` counts the answered ones. */
const flood = (number: number, ask: () => PromiseLike<unknown>) => {
  const state = { ended: 0, all: Promise.resolve<unknown>(undefined) };
  const count = () => {
    state.ended += 1;
  };
  state.all = Promise.all(Array.from({ length: number }, () => ask().then(count)));
  return state;
};

describe('while one client sends more requests than may run at once', () => {
  const readOf = (client: SupabaseClient) =>
    client.from('profiles').select('username').limit(1).throwOnError();

  it('another client’s read is answered before any of its slow reads', async () => {
    const client = await signInAt(greedyAddress, 'ann');
    await whileHeld(gateHeld, async () => {
      const greedy = flood(24, () => client.rpc('read_long', {}, { get: true }));
      await oneWaits('read_long');
      await readOf(clientAt(otherAddress));
      expect(greedy.ended).toBe(0);
    });
  });

  it('another account at the same address reads without waiting for it', async () => {
    const client = await signInAt(greedyAddress, 'ann');
    const other = await signInAt(greedyAddress, 'bob');
    await whileHeld(gateHeld, async () => {
      const greedy = flood(24, () => client.rpc('read_long', {}, { get: true }));
      await oneWaits('read_long');
      await readOf(other);
      expect(greedy.ended).toBe(0);
    });
  });

  it('another client’s write is answered before any of its slow writes', async () => {
    const client = await signInAt(greedyAddress, 'ann');
    const other = await signInAt(otherAddress, 'bob');
    await whileHeld(gateHeld, async () => {
      const greedy = flood(24, () => client.rpc('write_long'));
      await oneWaits('write_long');
      await other.from('profiles').update({ bio: 'Here' }).eq('user_id', bob.id).throwOnError();
      expect(greedy.ended).toBe(0);
    });
  });

  it('another client’s sign-in waits for few of its sixty sign-ins', async () => {
    await signUp(backend, 'cleo');
    const greedy = flood(60, () => signInAt(greedyAddress, 'cleo'));
    await expect.poll(() => greedy.ended, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
    const before = greedy.ended;
    await signInAt(otherAddress, 'bob');
    expect(greedy.ended - before).toBeLessThan(15);
    await greedy.all;
  });
});

describe('a request that hangs', () => {
  it('does not delay other sign-ins or /healthz while it waits for a locked account', async () => {
    const statuses: (number | undefined)[] = [];
    const signIn = async () => {
      const { error } = await clientAt(greedyAddress).auth.signInWithPassword({
        email: 'ann@example.com',
        password,
      });
      statuses.push(error?.status);
    };
    await whileHeld(
      (hold) => hold`select from auth.users where id = ${ann.id} for update`,
      async () => {
        const attempts = Array.from({ length: 12 }, signIn);
        await oneWaits('');
        await signInAt(otherAddress, 'bob');
        expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
        await Promise.all(attempts);
      },
    );
    // Every attempt timed out while the row was locked.
    expect(new Set(statuses)).toEqual(new Set([504]));
    await signInAt(greedyAddress, 'ann');
  });

  it('does not delay another account’s comment while it uploads', async () => {
    const uploader = await signInAt(greedyAddress, 'ann');
    const commenter = await signInAt(otherAddress, 'bob');
    const clip = new Blob([wavOf(0.3)], { type: 'audio/wav' });
    const upload = (_: unknown, number: number) =>
      uploader.storage
        .from('voice-drops')
        .upload(`${ann.id}/hanging-${number}-voice-drop.wav`, clip);
    await whileHeld(
      (hold) => hold`lock table storage.objects in access exclusive mode`,
      async () => {
        const uploads = Array.from({ length: 20 }, upload);
        await oneWaits('');
        const { error } = await commenter
          .from('voice_drop_comments')
          .insert({ voice_drop_id: drop, user_id: bob.id, content: 'Nice' })
          .select('id')
          .single();
        expect(error).toBeNull();
        void uploads;
      },
    );
  });
});

describe('a client beyond the rate limit', () => {
  let strict: TestBackend;

  beforeAll(async () => {
    strict = await startBackend({
      env: {
        TRUSTED_PROXIES: '127.0.0.1',
        REQUESTS_PER_MINUTE: '3',
      },
    });
  });
  afterAll(() => strict?.stop());

  const ask = (path: string, address: string, key = strict.publishableKey) =>
    fetch(`${strict.url}${path}`, { headers: { apikey: key, 'x-forwarded-for': address } });

  const shapes = {
    '/rest/v1/profiles?limit=1': {
      code: 'rate_limited',
      message: 'Request rate limit reached',
      details: null,
      hint: null,
    },
    '/auth/v1/settings': { code: 429, error_code: 'over_request_rate_limit' },
    '/storage/v1/bucket': { statusCode: '429', error: 'SlowDown' },
    '/storage/v1/object/public/avatars/missing.png': { statusCode: '429', error: 'SlowDown' },
    '/functions/v1/oembed?url=x': { code: 'RATE_LIMITED', message: 'Request rate limit reached' },
    '/somebody': { code: 'rate_limited' },
  };

  it.each(Object.entries(shapes))(
    'gets 429 in the shape of the service, with retry-after: %s',
    async (path, shape) => {
      // Each row uses clients of its own, so that no row spends another's rate.
      const network = `2001:db8:${path.length.toString(16)}:1:`;
      const allowed = path.startsWith('/functions/') ? 1 : 3;
      for (let host = 1; host <= allowed; host += 1) {
        expect((await ask(path, `${network}:${host}`)).status).not.toBe(429);
      }
      const refused = await ask(path, `${network}:4`);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject(shape);
      expect((await ask(path, otherAddress)).status).not.toBe(429);
    },
  );

  it('is served when it has the secret key', async () => {
    for (let request = 0; request < 5; request += 1) {
      const answer = await ask('/rest/v1/profiles?limit=1', '192.0.2.7', strict.secretKey);
      expect(answer.status).toBe(200);
    }
  });
});
