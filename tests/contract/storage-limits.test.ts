import { request } from 'node:http';
import { UNUSED_UPLOADS_MAX_BYTES, VOICE_DROP_MAX_BYTES } from '@undertone/domain/limits';
import { AVATAR_URL_SECONDS } from '@undertone/domain/signed-urls';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mp3Of } from './fixtures/mp3.ts';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { storedFiles } from './fixtures/stored-files.ts';
import { wavOf } from './fixtures/wav.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

const clip = wavOf(0.5);
const wav = { contentType: 'audio/wav' };
const mpeg = { contentType: 'audio/mpeg' };
const bucketOf = ({ client }: Pick<Person, 'client'>) => client.storage.from('voice-drops');

let counter = 0;
const newPath = ({ id }: Person) => `${id}/${(counter += 1)}-voice-drop.wav`;

const bytesOnDisk = async (): Promise<number> =>
  [...(await storedFiles(backend.dataDir)).values()].reduce((sum, size) => sum + size, 0);

/** Watches the disk during the work, and returns the largest number of stored bytes at any moment. */
async function mostBytesDuring(work: Promise<unknown>): Promise<number> {
  const over = new AbortController();
  const done = work.finally(() => over.abort());
  let most = 0;
  while (!over.signal.aborted) most = Math.max(most, await bytesOnDisk());
  await done;
  return most;
}

describe('uploads of one account at the same time', () => {
  /** The given number of bytes, with the header of a WAV file. */
  const bytes = (size: number): Uint8Array<ArrayBuffer> => {
    const file = new Uint8Array(size);
    file.set(clip.subarray(0, 44));
    return file;
  };

  test('never take up more of the disk than the account’s limit', async () => {
    const hoarder = await signUp(backend, 'hoarder');
    const large = bytes(20 * 1024 * 1024);
    for (const path of [newPath(hoarder), newPath(hoarder), newPath(hoarder)]) {
      expect((await bucketOf(hoarder).upload(path, large, wav)).error).toBeNull();
    }
    const uploads = Array.from({ length: 20 }, () =>
      bucketOf(hoarder).upload(newPath(hoarder), large, wav),
    );
    const most = await mostBytesDuring(Promise.all(uploads));
    expect(most).toBeLessThanOrEqual(UNUSED_UPLOADS_MAX_BYTES);
    const answers = await Promise.all(uploads);
    // There was room for one more, and for two without the bytes that a form adds to a file.
    const refusals = answers.flatMap(({ error }) => error ?? []);
    expect([18, 19]).toContain(refusals.length);
    expect(refusals).toEqual(refusals.map(() => expect.objectContaining({ statusCode: '403' })));
    expect(await bytesOnDisk()).toBeLessThanOrEqual(UNUSED_UPLOADS_MAX_BYTES);
    await bucketOf(hoarder).remove(
      (await bucketOf(hoarder).list(hoarder.id)).data?.map(({ name }) => `${hoarder.id}/${name}`) ??
        [],
    );
  });

  /** Begins to upload a clip without a content-length. */
  const begin = async (person: Person) => {
    const { data } = await person.client.auth.getSession();
    const url = `${backend.url}/storage/v1/object/voice-drops/${newPath(person)}`;
    const headers = {
      apikey: backend.publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'audio/wav',
    };
    const sending = request(url, { method: 'POST', headers }).on('error', () => undefined);
    const answered = new Promise<number>((resolve) => {
      sending.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    });
    return { sending, answered };
  };

  test('that announce no length count as the largest clip, once they are long', async () => {
    const person = await signUp(backend, 'vague');
    const longest = bytes(VOICE_DROP_MAX_BYTES);
    const uploads = await Promise.all(Array.from({ length: 12 }, () => begin(person)));
    for (const { sending } of uploads) sending.end(longest);
    const all = Promise.all(uploads.map(({ answered }) => answered));
    const before = await bytesOnDisk();
    expect((await mostBytesDuring(all)) - before).toBeLessThanOrEqual(UNUSED_UPLOADS_MAX_BYTES);
    expect((await all).filter((status) => status === 200).length).toBeLessThanOrEqual(3);
  });

  test('that end in the middle do not count towards the account’s limit', async () => {
    const person = await signUp(backend, 'quitter');
    for (let round = 0; round < 8; round += 1) {
      const before = await bytesOnDisk();
      const { sending } = await begin(person);
      sending.write(bytes(8 * 1024 * 1024));
      await expect.poll(bytesOnDisk).toBeGreaterThan(before);
      sending.destroy();
      await expect.poll(bytesOnDisk).toBe(before);
    }
    const longest = bytes(VOICE_DROP_MAX_BYTES);
    await expect
      .poll(async () => (await bucketOf(person).upload(newPath(person), longest, wav)).error)
      .toBeNull();
  });
});

describe('a signed upload address', () => {
  const ask = async (person: Person) => {
    const path = newPath(person);
    const { data } = await bucketOf(person).createSignedUploadUrl(path);
    return { path, token: data?.token ?? '' };
  };
  const use = ({ path, token }: { path: string; token: string }) =>
    visit(backend).storage.from('voice-drops').uploadToSignedUrl(path, token, clip, wav);
  const over = { status: 401, message: expect.stringContaining('Session') };

  test('ends with a global sign-out', async () => {
    const person = await signUp(backend, 'leaver');
    const [before, after] = [await ask(person), await ask(person)];
    expect((await use(before)).error).toBeNull();
    await person.client.auth.signOut({ scope: 'global' });
    expect((await use(after)).error).toMatchObject(over);
  });

  test('ends when its account is banned', async () => {
    const person = await signUp(backend, 'banned');
    const address = await ask(person);
    const sql = postgres(backend.databaseUrl, { max: 1 });
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${person.id}`;
    await sql.end();
    await expect.poll(async () => (await use(address)).error).toMatchObject(over);
  });

  test('of the secret key belongs to no session, and stays valid', async () => {
    const person = await signUp(backend, 'helped');
    const operator = visit({ ...backend, publishableKey: backend.secretKey });
    const address = await ask({ ...person, client: operator });
    await person.client.auth.signOut({ scope: 'global' });
    expect((await use(address)).error).toBeNull();
  });
});

describe('a signed address of audio', () => {
  test('is valid for an hour at most for people and visitors, and for any time with the secret key', async () => {
    const person = await signUp(backend, 'listener');
    const path = newPath(person);
    await bucketOf(person).upload(path, clip, wav);
    const operator = visit({ ...backend, publishableKey: backend.secretKey });
    for (const client of [person.client, visit(backend)]) {
      for (const seconds of [3601, 4e15]) {
        const refusal = { statusCode: '400', message: expect.stringContaining('expiresIn') };
        expect((await bucketOf({ client }).createSignedUrl(path, seconds)).error).toMatchObject(
          refusal,
        );
        expect((await bucketOf({ client }).createSignedUrls([path], seconds)).error).toMatchObject(
          refusal,
        );
      }
    }
    for (const seconds of [3600, AVATAR_URL_SECONDS]) {
      expect((await bucketOf(person).createSignedUrl(path, seconds)).error).toBeNull();
    }
    const year = 365 * 24 * 60 * 60;
    expect((await bucketOf({ client: operator }).createSignedUrl(path, year)).error).toBeNull();
    expect((await bucketOf({ client: operator }).createSignedUrl(path, 4e15)).error).toMatchObject({
      statusCode: '400',
    });
  });

  test('does not serve another file that is later stored at its path', async () => {
    const person = await signUp(backend, 'replacer');
    const path = newPath(person);
    await bucketOf(person).upload(path, clip, wav);
    const { data } = await bucketOf(person).createSignedUrl(path, 60);
    const url = data?.signedUrl ?? '';
    expect((await fetch(url)).status).toBe(200);
    await bucketOf(person).upload(path, wavOf(0.1), { ...wav, upsert: true });
    const response = await fetch(url);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { statusCode: '404', error: 'not_found' },
    ]);
    const again = await bucketOf(person).createSignedUrl(path, 60);
    expect(await (await fetch(again.data?.signedUrl ?? '')).bytes()).toEqual(wavOf(0.1));
  });
});

test('a clip whose name and type contradict each other is refused with the reason', async () => {
  const person = await signUp(backend, 'mixer');
  const path = newPath(person);
  const audio = mp3Of(0.1);
  const mp3Path = `${path.slice(0, -4)}.mp3`;
  const message = 'The name of an MP3 file ends in .mp3, and its type is audio/mpeg';
  const refusal = { statusCode: '403', message };
  const bucket = bucketOf(person);
  expect((await bucket.upload(path, audio, mpeg)).error).toMatchObject(refusal);
  expect((await bucket.upload(mp3Path, clip, wav)).error).toMatchObject(refusal);
  await bucket.upload(path, clip, wav);
  expect((await bucket.move(path, mp3Path)).error).toMatchObject(refusal);
  expect((await bucket.copy(path, mp3Path)).error).toMatchObject(refusal);
  const { data } = await bucket.createSignedUploadUrl(mp3Path);
  const sent = await bucket.uploadToSignedUrl(mp3Path, data?.token ?? '', clip, wav);
  expect(sent.error).toMatchObject(refusal);
  expect((await bucket.list(person.id)).data).toHaveLength(1);
});

test('an object that was uploaded without metadata is described with empty metadata', async () => {
  const person = await signUp(backend, 'terse');
  const path = newPath(person);
  await bucketOf(person).upload(path, clip, wav);
  expect((await bucketOf(person).info(path)).data?.metadata).toEqual({});
});
