import { request } from 'node:http';
import { UNUSED_UPLOADS_MAX_BYTES, VOICE_DROP_MAX_BYTES } from '@undertone/domain/limits';
import { startBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { afterAll, describe, expect, it } from 'vitest';
import { mp3Of } from './fixtures/mp3.ts';
import { signUp, type Person } from './fixtures/person.ts';
import { storedFiles } from './fixtures/stored-files.ts';
import { wavOf } from './fixtures/wav.ts';

const backend = await startBackend();
afterAll(() => backend.stop());

const clip = wavOf(0.5);
const wav = { contentType: 'audio/wav' };
const mpeg = { contentType: 'audio/mpeg' };
const bucketOf = ({ client }: Pick<Person, 'client'>) => client.storage.from('voice-drops');

let counter = 0;
const newPath = ({ id }: Person) => `${id}/${(counter += 1)}-voice-drop.wav`;

const bytesOnDisk = async (): Promise<number> =>
  [...(await storedFiles(backend.dataDir)).values()].reduce((sum, size) => sum + size, 0);

/** Returns the largest number of bytes on the disk at any moment of the work. */
async function mostBytesDuring(work: Promise<unknown>): Promise<number> {
  const over = new AbortController();
  const done = work.finally(() => over.abort());
  let most = 0;
  while (!over.signal.aborted) most = Math.max(most, await bytesOnDisk());
  await done;
  return most;
}

describe('concurrent uploads of one account', () => {
  /** The given number of bytes, with the header of a WAV file. */
  const bytes = (size: number): Uint8Array<ArrayBuffer> => {
    const file = new Uint8Array(size);
    file.set(clip.subarray(0, 44));
    const header = new DataView(file.buffer);
    header.setUint32(4, size - 8, true);
    // At 48 kHz the largest file is shorter than the longest drop.
    header.setUint32(24, 48_000, true);
    header.setUint32(28, 96_000, true);
    header.setUint32(40, size - 44, true);
    return file;
  };

  it('never exceed the account’s limit on the disk', async () => {
    const hoarder = await signUp(backend, 'hoarder');
    const large = bytes(20 * 1024 * 1024);
    for (const path of [newPath(hoarder), newPath(hoarder), newPath(hoarder)]) {
      expect((await bucketOf(hoarder).upload(path, large, wav)).error).toBeNull();
    }
    const uploads = Array.from({ length: 6 }, () =>
      bucketOf(hoarder).upload(newPath(hoarder), large, wav),
    );
    const most = await mostBytesDuring(Promise.all(uploads));
    expect(most).toBeLessThanOrEqual(UNUSED_UPLOADS_MAX_BYTES);
    const answers = await Promise.all(uploads);
    // There was room for one more, and for two without the bytes that a form adds to a file.
    const refusals = answers.flatMap(({ error }) => error ?? []);
    expect([4, 5]).toContain(refusals.length);
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

  it('count as the largest clip when they are long and state no length', async () => {
    const person = await signUp(backend, 'vague');
    const longest = bytes(VOICE_DROP_MAX_BYTES);
    const uploads = await Promise.all(Array.from({ length: 12 }, () => begin(person)));
    for (const { sending } of uploads) sending.end(longest);
    const all = Promise.all(uploads.map(({ answered }) => answered));
    const before = await bytesOnDisk();
    expect((await mostBytesDuring(all)) - before).toBeLessThanOrEqual(UNUSED_UPLOADS_MAX_BYTES);
    expect((await all).filter((status) => status === 200).length).toBeLessThanOrEqual(3);
  });

  it('do not count towards the limit when they were aborted', async () => {
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

it('a clip whose name and type contradict each other is refused with the reason', async () => {
  const person = await signUp(backend, 'mixer');
  const path = newPath(person);
  const audio = mp3Of(0.3);
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

it('unused_uploads returns the caller’s own uploads of an earlier day that no drop uses', async () => {
  const [owner, other] = [await signUp(backend, 'drafter'), await signUp(backend, 'other')];
  const path = newPath(owner);
  expect((await bucketOf(owner).upload(path, clip, wav)).error).toBeNull();
  const sql = postgres(backend.databaseUrl, { max: 1 });
  await sql`
    update storage.objects set created_at = now() - interval '2 days' where name = ${path}`;
  await sql.end();
  expect((await owner.client.rpc('unused_uploads')).data).toEqual([path]);
  expect((await other.client.rpc('unused_uploads')).data).toEqual([]);
});
