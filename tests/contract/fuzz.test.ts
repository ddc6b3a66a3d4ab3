// Generated requests to each service, and frames to realtime. FUZZ_REQUESTS and FUZZ_SEED set their number and seed.
import { readFile } from 'node:fs/promises';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { fuzzSeed as seed } from '@undertone/test-support/fuzz-seed';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCallers } from './fuzz/callers.ts';
import { runHonestClient } from './fuzz/honest-client.ts';
import { Random } from './fuzz/random.ts';
import { createSeeds, type Seeds } from './fuzz/seeds.ts';
import { sendFrames } from './fuzz/send-frames.ts';
import { openAgent, send } from './fuzz/request.ts';
import { complain, fromAnywhere, sendRequests } from './fuzz/send-requests.ts';
import { sendConcurrently } from './fuzz/send-concurrently.ts';
import { createFuzzTarget, secretWord, type FuzzTarget } from './fuzz/fuzz-target.ts';
import { withLoneSurrogates } from './fuzz/lone-surrogates.ts';
import { liftActLimits } from './fixtures/lift-act-limits.ts';
import { listen } from './fixtures/listen.ts';
import { storedFiles } from './fixtures/stored-files.ts';

/** How many requests each service gets. */
const count = Number(process.env.FUZZ_REQUESTS ?? 300);

let backend: TestBackend;
let target: FuzzTarget;
let seeds: Seeds;

beforeAll(async () => {
  backend = await startBackend({
    // A small heap, so that a leak ends the process. Clients name their address as a
    // trusted proxy does, so that limits by address do not keep requests from the services.
    env: {
      NODE_OPTIONS: '--max-old-space-size=192',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'silent',
    },
  });
  await liftActLimits(backend);
  target = await createFuzzTarget(backend);
  seeds = createSeeds(target);
});
afterAll(() => backend?.stop());

/** Resident memory of the backend's process, in bytes. */
const memory = async (): Promise<number> => {
  const status = await readFile(`/proc/${backend.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
};

/** Runs a query as the superuser. */
const query = async <Row extends postgres.Row>(
  read: (sql: postgres.Sql) => Promise<postgres.RowList<Row[]>>,
): Promise<Row[]> => {
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    return [...(await read(sql))];
  } finally {
    await sql.end();
  }
};

/** All of the victim's rows. */
const readVictim = () => {
  const { id } = target.victim;
  return query(
    (sql) => sql`
      select
        (select array_agg(array[drops.id::text, title, privacy_level, audio_path] order by title)
          from public.voice_drops as drops where user_id = ${id}) as drops,
        (select array_agg(array[username, bio, avatar_url]) from public.profiles where user_id = ${id}) as profile,
        (select array_agg(array[email, encrypted_password, phone]) from auth.users where id = ${id}) as account,
        (select array_agg(array[name, version] order by name)
          from storage.objects where name like ${`${id}/%`}) as objects,
        (select array_agg(content) from public.voice_drop_comments where user_id = ${id}) as comments`,
  );
};

describe('a lone surrogate', () => {
  it.for(['rest', 'auth', 'storage', 'functions'] as const)(
    'anywhere in a request to %s causes no server error',
    { timeout: 300_000 },
    async (service) => {
      const random = new Random(seed);
      const agent = openAgent(1);
      const complaints: string[] = [];
      for (const request of seeds[service].flatMap(withLoneSurrogates)) {
        const sent = fromAnywhere(request, random);
        const complaint = complain(target, sent, await send(agent, backend.url, sent));
        if (complaint) complaints.push(complaint);
      }
      agent.destroy();
      expect(complaints).toEqual([]);
    },
  );
});

it.each([
  '/%ED%A0%80',
  '/ann%ED%A0%80?%ED%A0%80=%ED%A0%80',
  '/voice-drop/%ED%A0%80',
  '/embed/%ED%A0%80',
  '/oembed?url=%ED%A0%80&format=json',
  '/sitemap.xml?page=%ED%A0%80',
  '/assets/%ED%A0%80.js',
  '/%ED%A0%80/v1/x',
  '/functions/v1/page-preview?path=/%ED%A0%80',
  '/functions/v1/preview-image?path=%ED%A0%80',
])('a lone surrogate in the address %s causes no server error', async (path) => {
  const agent = openAgent(1);
  const request = { method: 'GET', path, headers: {}, body: null };
  expect(complain(target, request, await send(agent, backend.url, request))).toBeNull();
  agent.destroy();
});

describe(`a backend that receives generated requests (seed ${seed})`, () => {
  /** Each service gets half of its requests before memory is measured, and half afterwards. */
  const sendHalf = (half: 1 | 2) => {
    it.for(['rest', 'auth', 'storage', 'functions', 'site'] as const)(
      'answers each request to %s without a server error or data of another account',
      { timeout: 600_000 },
      async (service) => {
        // Pages and pictures cost more than other responses.
        const share = service === 'site' || service === 'functions' ? 8 : 2;
        const before = await readVictim();
        const random = new Random(seed + half);
        expect(await sendRequests(target, seeds[service], random, count / share)).toEqual([]);
        expect(await readVictim()).toEqual(before);
        expect(JSON.stringify(before)).toContain(secretWord);
        expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
      },
    );

    it('answers frames to realtime without a failure, and sends a change only to those who may read it', async () => {
      const before = await readVictim();
      const { victim, privateDrop } = target;
      const listener = await listen(victim.client, { table: 'voice_drops' });
      const { complaints, changes } = await sendFrames(target, new Random(seed + half), count / 2);
      expect(complaints).toEqual([]);
      // The sockets received changes, so hidden ones would have reached them, too.
      expect(changes).toBeGreaterThan(0);
      expect(await readVictim()).toEqual(before);
      expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
      const hashtags = [`afterwards${half}`];
      const change = victim.client.from('voice_drops').update({ hashtags });
      await change.eq('id', privateDrop).throwOnError();
      await expect
        .poll(() => listener.changes.at(-1)?.new, { timeout: 20_000 })
        .toMatchObject({ id: privateDrop, hashtags });
      expect(listener.states).toEqual(['SUBSCRIBED']);
    }, 600_000);
  };

  let memoryBetween: number;

  describe('in the first half', () => {
    sendHalf(1);
  });

  it('answers many callers at once with the data of each, and serves an ordinary client meanwhile', async () => {
    const before = await readVictim();
    const random = new Random(seed);
    const callers = await createCallers(target, random);
    const honest = await runHonestClient(target);
    const guarded = { ...target, forbidden: [...target.forbidden, honest.email] };
    const all = Object.values(seeds).flat();
    expect(await sendConcurrently(guarded, callers, all, random, count)).toEqual([]);
    expect(await honest.end()).toBeGreaterThan(0);
    expect(await readVictim()).toEqual(before);
    expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
    memoryBetween = await memory();
  }, 600_000);

  describe('in the second half', () => {
    sendHalf(2);
  });

  it('has as much memory after the second half as after the first', async () => {
    expect(await memory()).toBeLessThan(memoryBetween * 1.25);
  });

  it('keeps exactly one file for each stored object', async () => {
    const objects = await query(
      (sql) => sql<{ file: string; name: string }[]>`
        select left(id::text, 2) || '/' || id || '.' || version as file, name from storage.objects`,
    );
    const files = [...(await storedFiles(backend.dataDir)).keys()];
    expect(files.toSorted()).toEqual(objects.map(({ file }) => file).toSorted());
  });
});
