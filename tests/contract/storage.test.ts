import { beforeAll, describe, expect, test } from 'vitest';
import { clipOf, clipTypes, type ClipType } from './fixtures/clip.ts';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { openServer, type ContractServer } from './fixtures/server.ts';
import { wavOf } from './fixtures/wav.ts';

let backend: ContractServer;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  backend = await openServer();
  [ann, bob] = await Promise.all([signUp(backend, 'ann'), signUp(backend, 'bob')]);
});

const clip = wavOf(0.5);
const wav = { contentType: 'audio/wav' };

const bucketOf = ({ client }: Person) => client.storage.from('voice-drops');

let counter = 0;
const newPath = (person: Person, extension = 'wav') =>
  `${person.id}/${(counter += 1)}-voice-drop.${extension}`;

/** Uploads a clip and posts it, as the app does with MP3, and other clients with WAV. */
const postDrop = async (
  person: Person,
  privacy: string,
  type: ClipType = 'audio/wav',
): Promise<{ id: string; path: string }> => {
  const path = newPath(person, type === 'audio/mpeg' ? 'mp3' : 'wav');
  const { error } = await bucketOf(person).upload(path, new Blob([clipOf(type, 0.5)], { type }), {
    contentType: type,
  });
  expect(error).toBeNull();
  const drop = await person.client
    .from('voice_drops')
    .insert({
      user_id: person.id,
      title: 'A thought',
      audio_url: bucketOf(person).getPublicUrl(path).data.publicUrl,
      duration: 0.5,
      privacy_level: privacy,
    })
    .select('id')
    .single();
  expect(drop.error).toBeNull();
  return { id: String(drop.data?.id), path };
};

/** Sets an uploaded picture as the person's avatar. */
const showAvatar = (person: Person, path: string) =>
  person.client
    .from('profiles')
    .update({ avatar_url: bucketOf(person).getPublicUrl(path).data.publicUrl })
    .eq('user_id', person.id)
    .throwOnError();

describe('uploading', () => {
  test.each([
    ['a Blob', new Blob([clip], { type: 'audio/wav' })],
    ['a File', new File([clip], 'clip.wav', { type: 'audio/wav' })],
    ['an ArrayBuffer', clip.buffer],
    ['a view', clip],
  ])('takes %s and gives the same bytes back', async (_kind, body) => {
    const path = newPath(ann);
    const { data, error } = await bucketOf(ann).upload(path, body, wav);
    expect(error).toBeNull();
    expect(data).toEqual({
      path,
      fullPath: `voice-drops/${path}`,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const back = await bucketOf(ann).download(path);
    expect(back.error).toBeNull();
    expect(back.data?.type).toBe('audio/wav');
    expect(await back.data?.bytes()).toEqual(clip);
  });

  test.each(clipTypes)('takes a clip of the type %s and says so', async (type, extension) => {
    const path = newPath(ann, extension);
    const sent = await bucketOf(ann).upload(path, new Blob([clipOf(type, 0.5)], { type }), {
      contentType: type,
    });
    expect(sent.error).toBeNull();
    const back = await bucketOf(ann).download(path);
    expect(back.data?.type).toBe(type);
    expect(await back.data?.bytes()).toEqual(clipOf(type, 0.5));
    const { data } = await bucketOf(ann).info(path);
    expect(data).toMatchObject({ contentType: type, size: clipOf(type, 0.5).length });
  });

  test.each([
    ['a WAV file under the name of an MP3', 'mp3', 'audio/wav'],
    ['an MP3 under the name of a WAV file', 'wav', 'audio/mpeg'],
    ['an MP3 under a name that says nothing', 'bin', 'audio/mpeg'],
  ] as const)('refuses %s', async (_what, extension, type) => {
    const path = newPath(ann, extension);
    for (const upsert of [false, true]) {
      const { error } = await bucketOf(ann).upload(path, clipOf(type, 0.1), {
        contentType: type,
        upsert,
      });
      expect(error).toMatchObject({ statusCode: '403' });
    }
    expect((await bucketOf(ann).exists(path)).data).toBe(false);
  });

  test('does not overwrite unless upsert is set', async () => {
    const path = newPath(ann);
    await bucketOf(ann).upload(path, clip, wav);
    const again = await bucketOf(ann).upload(path, wavOf(0.1), wav);
    expect(again.error).toMatchObject({
      message: 'The resource already exists',
      statusCode: '409',
    });
    const replaced = await bucketOf(ann).upload(path, wavOf(0.1), { ...wav, upsert: true });
    expect(replaced.error).toBeNull();
    expect((await bucketOf(ann).download(path)).data?.size).toBe(wavOf(0.1).length);
    const updated = await bucketOf(ann).update(path, clip, wav);
    expect(updated.error).toBeNull();
    expect((await bucketOf(ann).download(path)).data?.size).toBe(clip.length);
  });

  test('is accepted from an account into its own folder alone', async () => {
    const refusal = { statusCode: '403', message: 'new row violates row-level security policy' };
    const foreign = await bucketOf(ann).upload(newPath(bob), clip, wav);
    expect(foreign.error).toMatchObject(refusal);
    const visitor = await visit(backend)
      .storage.from('voice-drops')
      .upload(newPath(ann), clip, wav);
    expect(visitor.error).toMatchObject(refusal);
  });

  test('accepts only the bucket’s types and sizes', async () => {
    const script = await bucketOf(ann).upload(newPath(ann), new Blob(['<svg/>']), {
      contentType: 'image/svg+xml',
    });
    expect(script.error).toMatchObject({ statusCode: '415' });
    const disguised = await bucketOf(ann).upload(newPath(ann), Buffer.from('<html>'), wav);
    expect(disguised.error).toMatchObject({ statusCode: '415' });
    for (const [type, extension] of clipTypes) {
      const other = clipOf(type === 'audio/mpeg' ? 'audio/wav' : 'audio/mpeg', 0.1);
      const mistaken = await bucketOf(ann).upload(newPath(ann, extension), other, {
        contentType: type,
      });
      expect(mistaken.error).toMatchObject({ statusCode: '415' });
    }
    const tooLarge = await bucketOf(ann).upload(newPath(ann), Buffer.alloc(27_262_977), wav);
    expect(tooLarge.error).toMatchObject({ statusCode: '413' });
  });

  test('accepts the longest drop', async () => {
    const path = newPath(ann);
    const longest = wavOf(300);
    expect((await bucketOf(ann).upload(path, longest, wav)).error).toBeNull();
    expect((await bucketOf(ann).download(path)).data?.size).toBe(longest.length);
    await bucketOf(ann).remove([path]);
  });

  test('of an avatar replaces the earlier one, and everyone can load it', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const path = `avatars/${ann.id}_${Date.now()}.png`;
    const { error } = await bucketOf(ann).upload(path, new Blob([png], { type: 'image/png' }), {
      cacheControl: '3600',
      upsert: true,
    });
    expect(error).toBeNull();
    await showAvatar(ann, path);
    const seen = await visit(backend).storage.from('voice-drops').download(path);
    expect(await seen.data?.bytes()).toEqual(new Uint8Array(png));
  });

  test('of an avatar is loaded by an <img>, also for visitors', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const paths = [ann, bob].map(({ id }) => `avatars/${id}_${Date.now()}.png`);
    for (const [index, person] of [ann, bob].entries()) {
      const sent = await bucketOf(person).upload(paths[index] ?? '', png, {
        contentType: 'image/png',
      });
      expect(sent.error).toBeNull();
      await showAvatar(person, paths[index] ?? '');
    }
    const { data } = await visit(backend).storage.from('voice-drops').createSignedUrls(paths, 60);
    for (const { signedUrl } of data ?? []) {
      const shown = await fetch(signedUrl ?? '');
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    expect(data).toHaveLength(2);
  });
});

describe('hearing a drop', () => {
  const listen = (person: Person, paths: string[], expiresIn = 60) =>
    bucketOf(person).createSignedUrls(paths, expiresIn);

  test.each(clipTypes)('of the type %s is told in parts that it is one', async (type) => {
    const { path } = await postDrop(ann, 'public', type);
    const { data } = await listen(bob, [path]);
    const url = data?.[0]?.signedUrl ?? '';
    const size = clipOf(type, 0.5).length;
    // The first part is what Safari asks for before it plays anything.
    for (const [start, end] of [
      [0, 1],
      [1000, size - 1],
    ] as const) {
      const response = await fetch(url, { headers: { range: `bytes=${start}-${end}` } });
      expect(response.status).toBe(206);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
      expect(await response.bytes()).toEqual(clipOf(type, 0.5).slice(start, end + 1));
    }
  });

  test('uses signed URLs made in a batch, in ranges, without a key', async () => {
    const { path } = await postDrop(ann, 'public');
    const { data, error } = await listen(bob, [path, `${ann.id}/absent.wav`]);
    expect(error).toBeNull();
    expect(data).toEqual([
      { error: null, path, signedURL: expect.any(String), signedUrl: expect.any(String) },
      expect.objectContaining({ error: expect.any(String), signedUrl: null }),
    ]);
    const response = await fetch(data?.[0]?.signedUrl ?? '', {
      headers: { range: 'bytes=0-43' },
    });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes 0-43/${clip.length}`);
    expect(await response.bytes()).toEqual(clip.slice(0, 44));
  });

  test('is possible for visitors too while it is public', async () => {
    const { path } = await postDrop(ann, 'public');
    const visitor = visit(backend).storage.from('voice-drops');
    const { data } = await visitor.createSignedUrl(path, 60);
    expect((await fetch(data?.signedUrl ?? '')).status).toBe(200);
    expect((await visitor.exists(path)).data).toBe(true);
  });

  test('of another account’s private drop is not possible by any call', async () => {
    for (const [type] of clipTypes) {
      const { path } = await postDrop(ann, 'private', type);
      for (const { storage } of [bob.client, visit(backend)]) {
        const bucket = storage.from('voice-drops');
        expect((await bucket.createSignedUrl(path, 60)).error).toMatchObject({ statusCode: '404' });
        expect((await bucket.createSignedUrls([path], 60)).data?.[0]?.signedUrl).toBeNull();
        expect((await bucket.download(path)).error).not.toBeNull();
        expect((await bucket.info(path)).error).toMatchObject({ statusCode: '404' });
        expect((await bucket.exists(path)).data).toBe(false);
        expect(
          (await bucket.list(ann.id)).data?.map(({ name }) => `${ann.id}/${name}`),
        ).not.toContain(path);
        expect((await fetch(bucket.getPublicUrl(path).data.publicUrl)).status).toBe(400);
      }
      expect((await listen(ann, [path])).data?.[0]?.error).toBeNull();
    }
  });

  test('ends when the drop is made private and earlier URLs have expired', async () => {
    const { id, path } = await postDrop(ann, 'public');
    const { data } = await listen(bob, [path], 3);
    const url = data?.[0]?.signedUrl ?? '';
    expect((await fetch(url)).status).toBe(200);
    await ann.client.from('voice_drops').update({ privacy_level: 'private' }).eq('id', id);
    expect((await listen(bob, [path])).data?.[0]?.signedUrl).toBeNull();
    await expect.poll(async () => (await fetch(url)).status, { timeout: 15_000 }).toBe(400);
  });

  test('ends at once when the drop is deleted and its audio removed', async () => {
    const { id, path } = await postDrop(ann, 'public');
    const { data } = await listen(bob, [path]);
    await ann.client.from('voice_drops').delete().eq('id', id);
    const removed = await bucketOf(ann).remove([path]);
    expect(removed.data).toEqual([expect.objectContaining({ name: path })]);
    expect((await fetch(data?.[0]?.signedUrl ?? '')).status).toBe(400);
  });

  test('is refused for a changed path or token of a URL', async () => {
    const { path: open } = await postDrop(ann, 'public');
    const { path: closed } = await postDrop(ann, 'private');
    const { data } = await bucketOf(bob).createSignedUrl(open, 60);
    const url = data?.signedUrl ?? '';
    expect((await fetch(url.replace(open, closed))).status).toBe(400);
    expect((await fetch(`${url}x`)).status).toBe(400);
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(400);
  });
});

describe('removing', () => {
  test('leaves posted audio and other people’s files', async () => {
    for (const [type] of clipTypes) {
      const { path } = await postDrop(ann, 'public', type);
      expect((await bucketOf(ann).remove([path])).data).toEqual([]);
      expect((await bucketOf(bob).remove([path])).data).toEqual([]);
      expect((await bucketOf(bob).download(path)).error).toBeNull();
    }
  });
});

describe('looking', () => {
  test('lists and describes one’s own clips', async () => {
    const path = newPath(bob);
    await bucketOf(bob).upload(path, clip, { ...wav, cacheControl: '60', metadata: { take: 1 } });
    const { data } = await bucketOf(bob).list(bob.id, { sortBy: { column: 'created_at' } });
    expect(data).toContainEqual(
      expect.objectContaining({
        name: path.split('/')[1],
        metadata: expect.objectContaining({ size: clip.length, mimetype: 'audio/wav' }),
      }),
    );
    const info = await bucketOf(bob).info(path);
    expect(info.data).toMatchObject({
      size: clip.length,
      contentType: 'audio/wav',
      cacheControl: 'max-age=60',
      metadata: { take: 1 },
    });
  });
});
