// The memory that requests can take: nested embeds multiply rows, and many such requests arrive at once.
import { startBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allocatorSettings } from '../../apps/backend/src/database/allocator-settings.ts';
import { measureTree } from '../../apps/backend/bench/process-tree.ts';
import { signUp, type Person } from './fixtures/person.ts';

const drops = 108;
const atOnce = 64;
const megabyte = 1024 * 1024;

const backend = await startBackend({ env: { ...allocatorSettings, LOG_LEVEL: 'silent' } });
afterAll(() => backend.stop());
let speaker: Person;

/** Drops are inserted without triggers, which would require an audio object for each. */
async function fill(userId: string): Promise<void> {
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`set session_replication_role = replica`;
    await sql`
      insert into public.voice_drops
        (user_id, title, audio_url, duration, waveform, audience, created_at)
      select ${userId}, 'Drop number ' || n,
        '/storage/v1/object/voice-drops/' || ${userId} || '/' || n || '-voice-drop.wav',
        10, array(select n % 100 from generate_series(1, 100)), 'public', now() - n * interval '1 minute'
      from generate_series(1, ${drops}::int) as n`;
    await sql`analyze public.voice_drops`;
  } finally {
    await sql.end();
  }
}

beforeAll(async () => {
  speaker = await signUp(backend, 'speaker');
  await fill(speaker.id);
});

const author = 'p:profiles!voice_drops_user_id_fkey';
const theirDrops = 'd:voice_drops!voice_drops_user_id_fkey';

const wide = 'id,title,audio_path,duration,hashtags,waveform,created_at';

/** A `select` of drops, each with the drops of its author, nested the given number of times. */
const nested = (times: number, columns = 'id'): string =>
  times === 0 ? columns : `${columns},${author}(id,${theirDrops}(${nested(times - 1, columns)}))`;

const ask = async (select: string, limit?: number) => {
  const range = limit === undefined ? '' : `&limit=${limit}`;
  const response = await fetch(`${backend.url}/rest/v1/voice_drops?select=${select}${range}`, {
    headers: { apikey: backend.publishableKey },
  });
  return { status: response.status, text: await response.text() };
};

/** Whether PostgreSQL ended a statement after `statement_timeout`. */
const isTimedOut = ({ status, text }: { status: number; text: string }) =>
  status === 500 && JSON.parse(text).code === '57014';

/** In bytes; NaN where it cannot be measured, which fails the test. */
const memory = async (): Promise<number> => (await measureTree(backend.process.pid)).proportional;

/** Sends many requests at once. */
async function askAtOnce(select: string, status: number, limit?: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: atOnce }, () => ask(select, limit)));
  expect(answers.map((answer) => answer.status)).toContain(status);
  // On a slow machine the limits for one client refuse some of the requests, and a visitor's time for a
  // statement ends others.
  const others = answers.filter(
    (answer) => ![status, 429, 503].includes(answer.status) && !isTimedOut(answer),
  );
  expect(others).toEqual([]);
}

/** Memory is released when the process is idle. */
const patience = { timeout: 60_000, interval: 1000 };

describe('a nested embed', () => {
  it('is served when one list is embedded in another', async () => {
    const { status, text } = await ask(nested(1));
    expect(status).toBe(200);
    const rows: { p: { d: unknown[] } }[] = JSON.parse(text);
    expect(rows).toHaveLength(drops);
    expect(rows.every(({ p }) => p.d.length === drops)).toBe(true);
  });
});

describe(`${atOnce} concurrent requests add at most 150 MB to the memory of all processes`, () => {
  let before: number;
  const growth = async () => (await memory()) - before;

  beforeAll(async () => {
    // Opens the connections before the first measurement.
    await Promise.all(Array.from({ length: atOnce }, () => ask(nested(1), 20)));
    before = await memory();
  });

  it('when they are refused', { timeout: 120_000 }, async () => {
    await askAtOnce(nested(2), 400);
    await expect.poll(growth, patience).toBeLessThan(150 * megabyte);
  });

  it('when they are the largest that is allowed', { timeout: 120_000 }, async () => {
    await askAtOnce(nested(1, wide), 200, 74);
    await expect.poll(growth, patience).toBeLessThan(150 * megabyte);
  });
});
