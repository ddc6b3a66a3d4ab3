import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { PushService } from '@undertone/test-support/push-service';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clipOf } from './fixtures/clip.ts';
import { liftActLimits } from './fixtures/lift-act-limits.ts';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { storedFiles } from './fixtures/stored-files.ts';

const root = join(import.meta.dirname, '../..');

const service = new PushService();
await service.start();
/** Devices of ann. What the second one waits for is an hour old when the backup is made. */
const devices = [service.subscribe(), service.subscribe()] as const;
const env = { PUSH_ORIGINS: service.origin };

let folder: string;
let backend: TestBackend;
let ann: Person;
let archive: string;
/** Drops that were acknowledged before the backup began, and before the one kept was made. */
const postedBefore: string[] = [];

/** Runs one of the project's commands on a data folder, and returns its output. */
const command = async (name: string, dataDir: string, ...args: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [join(root, `scripts/${name}.ts`), ...args], {
    // The embedded PostgreSQL has no TLS: commands ignore variables of another one.
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PGSSLMODE: 'require' },
    cwd: folder,
  }).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout: string; stderr: string }) => `failed: ${error.stdout}${error.stderr}`,
  );

let counter = 0;

/**
 * Posts a clip, and deletes every other one, so that rows and files are added and removed. MP3 and WAV
 * take turns.
 */
const postAndTakeBack = async (person: Person): Promise<string> => {
  const number = (counter += 1);
  const type = number % 2 === 0 ? 'audio/mpeg' : 'audio/wav';
  const kept = await postDrop(person, { title: `Number ${number}` }, type);
  const gone = await postDrop(person);
  const { data } = await person.client
    .from('voice_drops')
    .delete()
    .eq('id', gone)
    .select('audio_url')
    .single<{ audio_url: string }>()
    .throwOnError();
  const path = data.audio_url.slice(data.audio_url.indexOf(person.id));
  await person.client.storage.from('voice-drops').remove([path]);
  return kept;
};

/** Leaves a message for each device of ann in the outbox, which the push service has not accepted. */
const letMessagesWait = async ({ client, id }: Person): Promise<void> => {
  for (const device of devices) {
    device.status = 503;
    const { endpoint, p256dh, auth } = device;
    await ann.client.rpc('register_push', { endpoint, p256dh, auth_secret: auth }).throwOnError();
  }
  await client.from('follows').insert({ follower_id: id, following_id: ann.id }).throwOnError();
  const isWaiting = async () =>
    (await query(backend, 'select from private.outbox where attempts > 0')).length ===
    devices.length;
  await vi.waitUntil(isWaiting, { timeout: 30_000 });
  await query(
    backend,
    `update private.outbox set created_at = now() - interval '61 minutes'
    where target = (select id from push_subscriptions where endpoint = '${devices[1].endpoint}')`,
  );
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-backup-'));
  archive = join(folder, 'kept.tar');
  backend = await startBackend({ env });
  await liftActLimits(backend);
  await query(backend, `select vault.create_secret('kept', 'a secret')`);
  const [first, ...others] = await Promise.all(
    ['ann', 'bob', 'cleo'].map((name) => signUp(backend, name)),
  );
  ann = first!;
  await letMessagesWait(others[0]!);
  const over = new AbortController();
  let posted = 0;
  const people = [ann, ...others].map(async (person) => {
    while (!over.signal.aborted) {
      const id = await postAndTakeBack(person);
      posted += 1;
      if (!isBackingUp) postedBefore.push(id);
    }
  });
  let isBackingUp = false;
  await vi.waitUntil(() => posted >= 6, { timeout: 30_000 });
  isBackingUp = true;
  const output = await command('backup', backend.dataDir, archive);
  if (!output.includes('kept.tar')) throw new Error(output);
  // Otherwise this backend would send what only the restored one is to send.
  await query(backend, 'delete from private.outbox where target is not null');
  over.abort();
  await Promise.all(people);
}, 120_000);
afterAll(async () => {
  await backend.stop();
  service.stop();
  await rm(folder, { recursive: true, force: true });
});

const query = async <Row extends object>(server: TestBackend, text: string): Promise<Row[]> => {
  const sql = postgres(server.databaseUrl, { max: 1 });
  try {
    return await sql.unsafe<Row[]>(text);
  } finally {
    await sql.end();
  }
};

describe('a backup that is made during writes', () => {
  let restored: TestBackend;

  beforeAll(async () => {
    const dataDir = join(folder, 'elsewhere');
    const output = await command('restore', dataDir, archive);
    if (output.startsWith('failed')) throw new Error(output);
    restored = await startBackend({ dataDir, env });
  });
  afterAll(() => restored.stop());

  it('restores the secrets of the vault, with their key', async () => {
    const secrets = await query(
      restored,
      'select name, decrypted_secret from vault.decrypted_secrets',
    );
    expect(secrets).toContainEqual({ name: 'a secret', decrypted_secret: 'kept' });
    expect(secrets).toContainEqual({
      name: 'restored_at',
      decrypted_secret: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('sends what waited, signed with the same keys, unless it is an hour old', async () => {
    for (const device of devices) device.status = 201;
    await query(restored, 'update private.outbox set due = now()');
    const operator = visit({ url: restored.url, publishableKey: restored.secretKey });
    await operator.functions.invoke('push', { body: { requestedAt: 0 } });
    const { data } = await visit(backend).functions.invoke('push', { method: 'GET' });
    expect(devices[0].received).toMatchObject([
      { headers: { authorization: expect.stringContaining(data.publicKey) } },
    ]);
    expect(devices[1].received).toEqual([]);
  });

  it('restores the file of every row, and after the first sweep no other files', async () => {
    const rows = await query<{ file: string; size: number }>(
      restored,
      `select left(id::text, 2) || '/' || id || '.' || version as file,
        (metadata ->> 'size')::int as size
      from storage.objects`,
    );
    expect(rows.length).toBeGreaterThan(postedBefore.length);
    const expected = new Map(rows.map(({ file, size }) => [file, size]));
    await expect.poll(() => storedFiles(restored.dataDir), { timeout: 10_000 }).toEqual(expected);
  });

  it('restores every drop that was acknowledged before it, with its audio', async () => {
    const { data } = await visit(restored)
      .from('voice_drops')
      .select('id, audio_url')
      .returns<{ id: string; audio_url: string }[]>()
      .throwOnError();
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(postedBefore));
    const bucket = visit(restored).storage.from('voice-drops');
    const types = new Set<string | null>();
    for (const { audio_url } of data) {
      const path = audio_url.slice(audio_url.indexOf('/voice-drops/') + '/voice-drops/'.length);
      const signed = await bucket.createSignedUrl(path, 60);
      const response = await fetch(signed.data?.signedUrl ?? '');
      const type = path.endsWith('.mp3') ? 'audio/mpeg' : 'audio/wav';
      expect(response.headers.get('content-type')).toBe(type);
      expect(await response.bytes()).toEqual(clipOf(type, 0.3));
      types.add(type);
    }
    expect(types.size).toBe(2);
  });

  it('restores the keys: sessions stay signed in and passwords stay valid', async () => {
    expect(restored.publishableKey).toBe(backend.publishableKey);
    const session = (await ann.client.auth.getSession()).data.session;
    const here = visit(restored);
    const refreshed = await here.auth.refreshSession({
      refresh_token: session?.refresh_token ?? '',
    });
    expect(refreshed.error).toBeNull();
    const signedIn = await visit(restored).auth.signInWithPassword({
      email: 'bob@example.com',
      password: 'correct horse battery',
    });
    expect(signedIn.error).toBeNull();
  });

  it('is restored to a backend that accepts posts', async () => {
    const dora = await signUp(restored, 'dora');
    expect(await postDrop(dora)).toBeTruthy();
  });

  it('replaces an existing data folder only with --overwrite, and never that of a running backend', async () => {
    expect(await command('restore', restored.dataDir, archive, '--overwrite')).toMatch(
      /^failed: .*already runs on/,
    );
    await restored.stop({ keepData: true });
    expect(await command('restore', restored.dataDir, archive)).toMatch(/^failed: .*is not empty/);
    expect(await command('restore', restored.dataDir, archive, '--overwrite')).toContain(
      'is as the backup has it',
    );
    restored = await startBackend({ dataDir: restored.dataDir });
    const { data } = await visit(restored)
      .from('profiles')
      .select('username')
      .order('username')
      .throwOnError();
    // Dora signed up after the backup.
    expect(data.map(({ username }) => username)).toEqual(['ann', 'bob', 'cleo']);
  });
});

describe('the archive', () => {
  it('is readable by its owner alone, and leaves no temporary files', async () => {
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
    expect((await readdir(backend.dataDir)).filter((name) => name.includes('backup'))).toEqual([]);
    const slots = await query(
      backend,
      'select slot_name from pg_replication_slots where temporary',
    );
    expect(slots).toEqual([]);
  });

  it('is never overwritten', async () => {
    const before = await readFile(archive);
    expect(await command('backup', backend.dataDir, archive)).toMatch(/^failed: .*exists already/);
    expect((await readFile(archive)).equals(before)).toBe(true);
  });

  it('is refused when a byte of it has changed, and nothing is restored', async () => {
    const copy = join(folder, 'tampered.tar');
    await copyFile(archive, copy);
    const bytes = await readFile(copy);
    const handle = await open(copy, 'r+');
    // A byte within the clip's samples.
    const at = bytes.lastIndexOf('RIFF') + 4000;
    await handle.write(Buffer.from([bytes[at]! ^ 1]), 0, 1, at);
    await handle.close();
    const dataDir = join(folder, 'from-tampered');
    expect(await command('restore', dataDir, copy)).toMatch(/^failed: The backup is damaged/);
    expect(await readdir(dataDir).catch(() => 'missing')).toBe('missing');
  });

  it('is refused when it is truncated', async () => {
    const copy = join(folder, 'short.tar');
    await copyFile(archive, copy);
    for (const share of [0.9, 0.5, 0]) {
      await truncate(copy, Math.floor(((await stat(archive)).size * share) / 512) * 512);
      expect(await command('restore', join(folder, 'from-short'), copy)).toMatch(
        /^failed: The backup is damaged/,
      );
      await copyFile(archive, copy);
    }
  });

  it('is refused when it is not a backup', async () => {
    const other = join(root, 'package.json');
    expect(await command('restore', join(folder, 'from-other'), other)).toMatch(/^failed: /);
    expect(
      await command('restore', join(folder, 'from-other'), join(folder, 'absent.tar')),
    ).toMatch(/^failed: There is no /);
  });
});

it('a backup without a running backend is refused, and the error says how to make one', async () => {
  expect(await command('backup', join(folder, 'empty'), join(folder, 'other.tar'))).toMatch(
    /^failed: No Undertone runs on .*copy the whole folder/,
  );
});
