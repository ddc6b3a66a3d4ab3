import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { liftActLimits } from './fixtures/lift-act-limits.ts';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { storedFiles } from './fixtures/stored-files.ts';
import { wavOf } from './fixtures/wav.ts';

/** How many clips are being posted at once when the process is killed. */
const posts = 6;

let backend: TestBackend;
let ann: Person;
let bob: Person;

/** The paths that the server has acknowledged in all rounds; the server may have more, never fewer. */
const uploaded = new Set<string>();
const posted = new Set<string>();

/** All tests kill and restart one backend, so that remains of an earlier kill would show in a later test. */
beforeAll(async () => {
  backend = await startBackend();
  await liftActLimits(backend);
  [ann, bob] = await Promise.all([signUp(backend, 'ann'), signUp(backend, 'bob')]);
});
afterAll(() => backend.stop());

/** 1.1 MB: the half of it that arrives before a kill is more than the server writes at once. */
const clip = Buffer.from(wavOf(13));
const bucketOf = (client: Person['client']) => client.storage.from('voice-drops');

/** The clip in pieces; `stall` keeps back the second half for good. */
const inPieces = (stall: boolean) => {
  const size = 65_536;
  let offset = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (stall && offset > clip.length / 2) return new Promise<void>(() => undefined);
      controller.enqueue(clip.slice(offset, offset + size));
      offset += size;
      if (offset >= clip.length) controller.close();
    },
  });
};

let counter = 0;
const newPath = () => `${ann.id}/${(counter += 1)}-voice-drop.wav`;

/** The progress of one round's posts. */
class Round {
  uploads = 0;
  inserts = 0;
  drops = 0;
}

/** Uploads a clip and posts it; stops at the first failure. */
const post = async (round: Round, stall = false): Promise<void> => {
  const path = newPath();
  const upload = await bucketOf(ann.client).upload(path, inPieces(stall), {
    contentType: 'audio/wav',
  });
  if (upload.error) return;
  uploaded.add(path);
  round.uploads += 1;
  const drop = {
    user_id: ann.id,
    title: 'Said just before the end',
    audio_url: bucketOf(ann.client).getPublicUrl(path).data.publicUrl,
    duration: 13,
  };
  const inserting = Promise.resolve(ann.client.from('voice_drops').insert(drop));
  round.inserts += 1;
  if ((await inserting).error) return;
  posted.add(path);
  round.drops += 1;
};

const restart = async (): Promise<void> => {
  const { dataDir, url } = backend;
  // The same address, so that existing clients go on working.
  backend = await startBackend({ dataDir, env: { PORT: new URL(url).port } });
};

const query = async <Row extends object>(text: string): Promise<Row[]> => {
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    return await sql.unsafe<Row[]>(text);
  } finally {
    await sql.end();
  }
};

/** Waits until the sweep has left exactly the files that the rows name. */
const expectRowsAndBytesToAgree = async (): Promise<string[]> => {
  const objects = await query<{ file: string; size: number; name: string }>(`
    select left(id::text, 2) || '/' || id || '.' || version as file,
      (metadata ->> 'size')::int as size, name
    from storage.objects`);
  const expected = new Map(objects.map(({ file, size }) => [file, size]));
  await expect.poll(() => storedFiles(backend.dataDir), { timeout: 10_000 }).toEqual(expected);
  return objects.map(({ name }) => name);
};

const expectEveryDropToHaveItsAudio = async (names: string[]): Promise<Set<string>> => {
  const drops = await query<{ audio_path: string }>('select audio_path from public.voice_drops');
  const paths = drops.map(({ audio_path }) => audio_path);
  expect(names).toEqual(expect.arrayContaining(paths));
  for (const path of paths) {
    const { data } = await bucketOf(bob.client).createSignedUrl(path, 60);
    const bytes = await (await fetch(data?.signedUrl ?? '')).bytes();
    expect(clip.equals(bytes)).toBe(true);
  }
  return new Set(paths);
};

const expectOnlyItsOwnerToReach = async (path: string): Promise<void> => {
  for (const client of [bob.client, visit(backend)]) {
    const bucket = bucketOf(client);
    expect((await bucket.download(path)).error).not.toBeNull();
    expect((await bucket.createSignedUrl(path, 60)).error).not.toBeNull();
    expect((await fetch(bucket.getPublicUrl(path).data.publicUrl)).ok).toBe(false);
  }
  const { data } = await bucketOf(ann.client).download(path);
  expect(clip.equals((await data?.bytes()) ?? Buffer.alloc(0))).toBe(true);
};

const expectEverythingInOrder = async (): Promise<void> => {
  const names = await expectRowsAndBytesToAgree();
  const dropped = await expectEveryDropToHaveItsAudio(names);
  expect(names).toEqual(expect.arrayContaining([...uploaded]));
  expect([...dropped]).toEqual(expect.arrayContaining([...posted]));
  for (const name of names.filter((each) => !dropped.has(each))) {
    await expectOnlyItsOwnerToReach(name);
  }
  const round = new Round();
  await post(round);
  expect(round.drops).toBe(1);
};

const isArriving = ([file, size]: [string, number]) => file.startsWith('tmp/') && size > 0;

const isInPlace = ([file]: [string, number]) => !file.startsWith('tmp/');

const countFiles = async (kind: (entry: [string, number]) => boolean): Promise<number> =>
  [...(await storedFiles(backend.dataDir))].filter(kind).length;

interface Moment {
  /** Only a part of each clip arrives. */
  readonly stall?: boolean;
  readonly hasCome: (round: Round, filesBefore: number) => boolean | Promise<boolean>;
}

/** The moments of a post at which the process is killed, in order. */
const moments: Record<string, Moment> = {
  'while clips are arriving': {
    stall: true,
    hasCome: async () => (await countFiles(isArriving)) > 0,
  },
  'when the first clip is in place': {
    hasCome: async (_round, before) => (await countFiles(isInPlace)) > before,
  },
  'when the first upload is acknowledged': { hasCome: ({ uploads }) => uploads > 0 },
  'when the last drop is being inserted': { hasCome: ({ inserts }) => inserts === posts },
  'when the first drop is acknowledged': { hasCome: ({ drops }) => drops > 0 },
};

const postUntil = async ({ stall, hasCome }: Moment, kill: () => Promise<void>): Promise<void> => {
  const round = new Round();
  const before = await countFiles(isInPlace);
  const attempts = Array.from({ length: posts }, () => post(round, stall));
  await vi.waitUntil(() => hasCome(round, before), { timeout: 20_000, interval: 2 });
  await kill();
  await Promise.all(attempts);
};

describe.each(Object.entries(moments))('after it is killed %s', (_name, moment) => {
  it('the backend starts again with every acknowledged drop and its audio, and no other files', async () => {
    expect.hasAssertions();
    await postUntil(moment, () => backend.kill());
    await restart();
    await expectEverythingInOrder();
  }, 60_000);
});

it('the backend starts again with every acknowledged drop after PostgreSQL was killed', async () => {
  expect.hasAssertions();
  await postUntil(moments['when the first upload is acknowledged']!, async () => {
    const lockFile = await readFile(join(backend.dataDir, 'postgres/postmaster.pid'), 'utf8');
    const ended = once(backend.process, 'exit');
    process.kill(Number.parseInt(lockFile, 10), 'SIGKILL');
    await ended;
  });
  await restart();
  await expectEverythingInOrder();
}, 60_000);

it('an acknowledged upload that was never posted is readable by its owner alone', async () => {
  const path = newPath();
  const { error } = await bucketOf(ann.client).upload(path, clip, { contentType: 'audio/wav' });
  expect(error).toBeNull();
  await backend.kill();
  await restart();
  expect(await expectRowsAndBytesToAgree()).toContain(path);
  await expectOnlyItsOwnerToReach(path);
});
