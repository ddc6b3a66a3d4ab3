// The storage calls of supabase-js. The details of each endpoint are tested in apps/backend/src/services/storage.
import { describe, expect, it } from 'vitest';
import { clipOf, clipTypes } from './fixtures/clip.ts';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { isOtherServer, openServer } from './fixtures/server.ts';
import { png, uploadAvatar } from './fixtures/upload-avatar.ts';
import { wavOf } from './fixtures/wav.ts';

const backend = await openServer();
const [ann, bob] = await Promise.all([signUp(backend, 'ann'), signUp(backend, 'bob')]);

const clip = wavOf(0.5);
const wav = { contentType: 'audio/wav' };
const bucketOf = ({ client }: Pick<Person, 'client'>) => client.storage.from('voice-drops');
const bucket = () => bucketOf(ann);

let counter = 0;
const newPath = (extension = 'wav') => `${ann.id}/${(counter += 1)}-voice-drop.${extension}`;

const uploaded = async (path = newPath(), body = clip): Promise<string> => {
  const { error } = await bucket().upload(path, body, wav);
  expect(error).toBeNull();
  return path;
};

const bytesAt = async (path: string) => (await bucket().download(path)).data?.bytes();

describe('upload', () => {
  it.each([
    ['a Blob', new Blob([clip], { type: 'audio/wav' })],
    ['a File', new File([clip], 'clip.wav', { type: 'audio/wav' })],
    ['an ArrayBuffer', clip.buffer],
    ['a view', clip],
  ])('stores %s, and download returns the same bytes', async (_kind, body) => {
    const path = newPath();
    const { data, error } = await bucket().upload(path, body, wav);
    expect(error).toBeNull();
    expect(data).toEqual({
      path,
      fullPath: `voice-drops/${path}`,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const back = await bucket().download(path);
    expect(back.error).toBeNull();
    expect(back.data?.type).toBe('audio/wav');
    expect(await back.data?.bytes()).toEqual(clip);
  });

  it.each(clipTypes)('stores a clip of the type %s with its type', async (type, extension) => {
    const path = newPath(extension);
    const sent = await bucket().upload(path, new Blob([clipOf(type, 0.5)], { type }), {
      contentType: type,
    });
    expect(sent.error).toBeNull();
    const back = await bucket().download(path);
    expect(back.data?.type).toBe(type);
    expect(await back.data?.bytes()).toEqual(clipOf(type, 0.5));
    const { data } = await bucket().info(path);
    expect(data).toMatchObject({ contentType: type, size: clipOf(type, 0.5).length });
  });

  it('replaces an object only with upsert, and update replaces it without', async () => {
    const path = await uploaded();
    expect((await bucket().upload(path, wavOf(0.3), wav)).error).toMatchObject({
      message: 'The resource already exists',
      statusCode: '409',
    });
    const replaced = await bucket().upload(path, wavOf(0.3), { ...wav, upsert: true });
    expect(replaced.error).toBeNull();
    expect(await bytesAt(path)).toEqual(wavOf(0.3));
    expect((await bucket().update(path, clip, wav)).error).toBeNull();
    expect(await bytesAt(path)).toEqual(clip);
  });

  it('refuses a path in the folder of another account', async () => {
    const refusal = { statusCode: '403', message: 'new row violates row-level security policy' };
    for (const client of [bob.client, visit(backend)]) {
      expect((await bucketOf({ client }).upload(newPath(), clip, wav)).error).toMatchObject(
        refusal,
      );
    }
  });

  it('refuses a type that the bucket does not accept, and bytes of another type', async () => {
    const refusals = [
      await bucket().upload(newPath(), new Blob(['<svg/>']), { contentType: 'image/svg+xml' }),
      await bucket().upload(newPath(), Buffer.from('<html>'), wav),
    ];
    for (const { error } of refusals) expect(error).toMatchObject({ statusCode: '415' });
  });
});

it('visitors load the avatars of several people by signed URLs', async () => {
  const paths = [await uploadAvatar(ann), await uploadAvatar(bob)];
  const { data } = await visit(backend).storage.from('voice-drops').createSignedUrls(paths, 60);
  expect(data).toHaveLength(2);
  for (const { signedUrl } of data ?? []) {
    const response = await fetch(signedUrl ?? '');
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(await response.bytes()).toEqual(new Uint8Array(png));
  }
});

describe('createSignedUrls', () => {
  it('returns a URL for each object that the caller may read, which serves ranges without a key', async () => {
    const path = await uploaded();
    const { data, error } = await bucket().createSignedUrls([path, `${ann.id}/absent.wav`], 60);
    expect(error).toBeNull();
    expect(data).toEqual([
      { error: null, path, signedURL: expect.any(String), signedUrl: expect.any(String) },
      expect.objectContaining({ error: expect.any(String), signedUrl: null }),
    ]);
    const response = await fetch(data?.[0]?.signedUrl ?? '', { headers: { range: 'bytes=0-43' } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes 0-43/${clip.length}`);
    expect(await response.bytes()).toEqual(clip.slice(0, 44));
    // A browser that opens the URL runs nothing of the file.
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('returns URLs for a download where that is requested', async () => {
    const options = { download: 'take.wav' };
    const { data } = await bucket().createSignedUrls([await uploaded()], 60, options);
    const response = await fetch(data?.[0]?.signedUrl ?? '');
    expect(response.headers.get('content-disposition')).toContain('filename=take.wav');
  });
});

describe('createSignedUrl', () => {
  const signedUrl = async (options: { download?: string | boolean } = {}) =>
    (await bucket().createSignedUrl(await uploaded(), 60, options)).data?.signedUrl ?? '';

  it.each([
    [{ download: true }, 'attachment'],
    [{ download: 'take-1.wav' }, "attachment; filename=take-1.wav; filename*=UTF-8''take-1.wav"],
    [{}, null],
  ])('with %j returns a URL that is served with that disposition', async (options, disposition) => {
    const response = await fetch(await signedUrl(options));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(disposition);
  });

  // storage-js 2.109 encodes the name twice, so a name with other characters than ASCII is added to the URL instead.
  it('returns a URL to which the name of a download can be added', async () => {
    const name = encodeURIComponent('späte Gedanken (1).wav');
    const response = await fetch(`${await signedUrl()}&download=${name}`);
    const encoded = 'sp%C3%A4te%20Gedanken%20%281%29.wav';
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`,
    );
  });
});

describe('move and copy', () => {
  it('move leaves the object only at its new path', async () => {
    const [from, to] = [await uploaded(), newPath()];
    expect(await bucket().move(from, to)).toEqual({
      data: { message: 'Successfully moved' },
      error: null,
    });
    expect(await bytesAt(to)).toEqual(clip);
    expect((await bucket().exists(from)).data).toBe(false);
  });

  it('copy leaves independent objects at both paths', async () => {
    const [from, to] = [await uploaded(), newPath()];
    expect(await bucket().copy(from, to)).toEqual({
      data: { path: `voice-drops/${to}` },
      error: null,
    });
    const removed = await bucket().remove([from]);
    expect(removed.data).toEqual([expect.objectContaining({ name: from })]);
    expect(await bytesAt(to)).toEqual(clip);
  });

  it.each(['move', 'copy'] as const)('%s refuses a path that is taken', async (operation) => {
    const [from, to] = [await uploaded(), await uploaded(newPath(), wavOf(0.3))];
    const { error } = await bucket()[operation](from, to);
    expect(error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
    expect(await bytesAt(to)).toEqual(wavOf(0.3));
  });
});

it.each(['move', 'copy'] as const)('%s does not find a missing object', async (operation) => {
  const { error } = await bucket()[operation](newPath(), newPath());
  expect(error).toMatchObject({ statusCode: '404', message: 'Object not found' });
});

it('a signed upload URL uploads one object without an account', async () => {
  const path = newPath();
  const { data, error } = await bucket().createSignedUploadUrl(path);
  expect(error).toBeNull();
  expect(data).toEqual({
    path,
    token: expect.any(String),
    signedUrl: expect.stringContaining(`/object/upload/sign/voice-drops/${path}?token=`),
  });
  const visitor = visit(backend).storage.from('voice-drops');
  const blob = new Blob([clip], { type: 'audio/wav' });
  const sent = await visitor.uploadToSignedUrl(path, data?.token ?? '', blob);
  expect(sent).toEqual({ data: { path, fullPath: `voice-drops/${path}` }, error: null });
  expect(await bytesAt(path)).toEqual(clip);

  const again = await visitor.uploadToSignedUrl(path, data?.token ?? '', clip, wav);
  expect(again.error).toMatchObject({ statusCode: '409' });
  const elsewhere = await visitor.uploadToSignedUrl(newPath(), data?.token ?? '', clip, wav);
  expect(elsewhere.error).toMatchObject({ statusCode: '400', message: 'Invalid signature' });
});

it('list returns objects by prefix, page, order and search', async () => {
  const cat = await signUp(backend, 'cat');
  const files = bucketOf(cat);
  for (const name of ['a-1.wav', 'a-2.wav', 'b-1.wav']) {
    await files.upload(`${cat.id}/${name}`, clip, wav);
  }
  const list = async (options: Parameters<typeof files.list>[1]) =>
    (await files.list(cat.id, options)).data?.map(({ name }) => name);
  expect(await list({})).toEqual(['a-1.wav', 'a-2.wav', 'b-1.wav']);
  expect(await list({ limit: 1, offset: 1 })).toEqual(['a-2.wav']);
  expect(await list({ search: 'B' })).toEqual(['b-1.wav']);
  expect(await list({ sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
    'b-1.wav',
    'a-2.wav',
    'a-1.wav',
  ]);
  expect((await files.list('', { search: cat.id })).data).toEqual([
    expect.objectContaining({ name: cat.id, id: null, metadata: null }),
  ]);
});

it('exists and info describe an object', async () => {
  const path = newPath();
  const options = { ...wav, cacheControl: '60', metadata: { take: 1 } };
  await bucket().upload(path, clip, options);
  expect(await bucket().exists(path)).toEqual({ data: true, error: null });
  expect((await bucket().info(path)).data).toMatchObject({
    name: path,
    bucketId: 'voice-drops',
    size: clip.length,
    contentType: 'audio/wav',
    cacheControl: 'max-age=60',
    metadata: { take: 1 },
  });
  expect((await bucket().exists(newPath())).data).toBe(false);
  expect((await bucket().info(await uploaded())).data?.metadata).toEqual({});
});

it('listBuckets and getBucket return no buckets to people, and all to the operator', async () => {
  expect((await ann.client.storage.listBuckets()).data).toEqual([]);
  expect((await ann.client.storage.getBucket('voice-drops')).error).toMatchObject({
    statusCode: '404',
  });
  const operator = visit({ ...backend, publishableKey: backend.secretKey }).storage;
  const buckets = (await operator.listBuckets()).data?.map(({ id }) => id);
  expect(buckets?.toSorted()).toEqual(['messages', 'voice-drops']);
  expect((await operator.getBucket('voice-drops')).data).toMatchObject({ public: false });
});

it.skipIf(isOtherServer)('calls that are not served are refused by name', async () => {
  const { storage } = ann.client;
  const refusals = [
    await bucket().listV2(),
    await bucket().purgeCache('a.wav'),
    await bucket().download('a.png', { transform: { width: 10 } }),
    await bucket().createSignedUrl('a.png', 60, { transform: { width: 10 } }),
    await storage.createBucket('mine'),
    await storage.updateBucket('voice-drops', { public: true }),
    await storage.emptyBucket('voice-drops'),
    await storage.deleteBucket('voice-drops'),
  ];
  for (const { error } of refusals) {
    expect(error).toMatchObject({
      status: 400,
      statusCode: '409',
      message: expect.stringContaining('not served'),
    });
  }
});
