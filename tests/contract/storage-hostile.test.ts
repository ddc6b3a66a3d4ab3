import { startBackend } from '@undertone/test-support/backend';
import { UNUSED_UPLOADS_MAX } from '@undertone/domain/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { storedFiles } from './fixtures/stored-files.ts';
import { mp3Of } from './fixtures/mp3.ts';
import { png } from './fixtures/upload-avatar.ts';
import { wavOf } from './fixtures/wav.ts';

const backend = await startBackend();
afterAll(() => backend.stop());
/** The owner of the attacked files. */
let ann: Person;
let follower: Person;
let blocked: Person;
let other: Person;
/** A person who has signed out and still sends the token. */
let gone: Person;

const clip = wavOf(0.5);
const wav = { contentType: 'audio/wav' };

type Client = Person['client'];
const bucketOf = (client: Client) => client.storage.from('voice-drops');

let counter = 0;
const newPath = ({ id }: Person) => `${id}/${(counter += 1)}-voice-drop.wav`;

const uploaded = async (person: Person): Promise<string> => {
  const path = newPath(person);
  const { error } = await bucketOf(person.client).upload(path, clip, wav);
  expect(error).toBeNull();
  return path;
};

const posted = async (privacy: string): Promise<{ id: string; path: string }> => {
  const path = await uploaded(ann);
  const { data } = await ann.client
    .from('voice_drops')
    .insert({
      user_id: ann.id,
      audio_url: bucketOf(ann.client).getPublicUrl(path).data.publicUrl,
      duration: 0.5,
      privacy_level: privacy,
    })
    .select('id')
    .single<{ id: string }>()
    .throwOnError();
  return { id: data.id, path };
};

/** A client that sends the token, whether or not the session is valid. */
const withToken = async ({ client }: Person): Promise<Client> => {
  const { data } = await client.auth.getSession();
  const fixed = visit(backend);
  const token = `Bearer ${data.session?.access_token ?? ''}`;
  fixed.storage.setHeader('Authorization', token);
  return fixed;
};

let personas: Record<string, Client>;

beforeAll(async () => {
  ann = await signUp(backend, 'ann');
  follower = await signUp(backend, 'follower');
  blocked = await signUp(backend, 'blocked');
  other = await signUp(backend, 'other');
  gone = await signUp(backend, 'gone');
  await follower.client
    .from('follows')
    .insert({ follower_id: follower.id, following_id: ann.id })
    .throwOnError();
  await ann.client
    .from('blocks')
    .insert({ blocker_id: ann.id, blocked_id: blocked.id })
    .throwOnError();
  const ended = await withToken(gone);
  await gone.client.auth.signOut();
  personas = {
    visitor: visit(backend),
    owner: ann.client,
    follower: follower.client,
    blocked: blocked.client,
    other: other.client,
    revoked: ended,
  };
});

describe('the audio of a drop', () => {
  it.each([
    ['public', ['visitor', 'owner', 'follower', 'other']],
    ['followers', ['owner', 'follower']],
    ['private', ['owner']],
  ])(
    'that is %s can be loaded only by those who may play it, through every endpoint',
    async (privacy, expected) => {
      const { path } = await posted(privacy);
      for (const [name, client] of Object.entries(personas)) {
        const bucket = bucketOf(client);
        const folder = await bucket.list(ann.id);
        const ways = {
          download: (await bucket.download(path)).error === null,
          sign: (await bucket.createSignedUrl(path, 60)).error === null,
          signMany: Boolean((await bucket.createSignedUrls([path], 60)).data?.[0]?.signedUrl),
          info: (await bucket.info(path)).error === null,
          list: folder.data?.some((file) => `${ann.id}/${file.name}` === path) ?? false,
        };
        const isAllowed = expected.includes(name);
        expect([name, ways]).toEqual([
          name,
          {
            download: isAllowed,
            sign: isAllowed,
            signMany: isAllowed,
            info: isAllowed,
            list: isAllowed,
          },
        ]);
      }
    },
  );
});

describe('a signed URL of a drop’s audio', () => {
  const drops = () => ann.client.from('voice_drops');
  const blocks = () => ann.client.from('blocks');
  it.each<[string, string[], (id: string) => PromiseLike<unknown>]>([
    ['is private', ['owner'], (id) => drops().update({ privacy_level: 'private' }).eq('id', id)],
    [
      'is for followers',
      ['owner', 'follower'],
      (id) => drops().update({ privacy_level: 'followers' }).eq('id', id),
    ],
    ['is deleted', [], (id) => drops().delete().eq('id', id)],
    [
      'is across a block',
      ['visitor', 'owner', 'follower'],
      () => blocks().insert({ blocker_id: ann.id, blocked_id: other.id }),
    ],
  ])(
    'that %s since serves only %j, not even a range of bytes',
    async (_change, expected, change) => {
      const { id, path } = await posted('public');
      const signers = ['visitor', 'owner', 'follower', 'other'];
      const urls = await Promise.all(
        signers.map(async (name) => {
          const { data } = await bucketOf(personas[name]!).createSignedUrl(path, 60);
          return data?.signedUrl ?? '';
        }),
      );
      const whoMayLoad = async (headers = {}) => {
        const responses = await Promise.all(urls.map((url) => fetch(url, { headers })));
        for (const { body } of responses) await body?.cancel();
        return signers.filter((_name, index) => responses[index]?.ok);
      };
      expect(await whoMayLoad()).toEqual(signers);
      await change(id);
      expect(await whoMayLoad()).toEqual(expected);
      expect(await whoMayLoad({ range: 'bytes=0-1' })).toEqual(expected);
      await blocks().delete().eq('blocked_id', other.id).throwOnError();
    },
  );
});

describe('an upload', () => {
  const riffOf = (seconds: number, rate: number) => {
    const file = Buffer.from(wavOf(seconds));
    file.writeUInt32LE(rate, 24);
    file.writeUInt32LE(rate * 2, 28);
    return file;
  };
  const hugePng = () => {
    const file = Buffer.from(png);
    file.writeUInt32BE(30_000, 16);
    return file;
  };
  const unreadable = /^The content is not /;
  it.each<[string, string, string, Uint8Array, RegExp]>([
    ['of 0.2 s', 'wav', 'audio/wav', wavOf(0.2), /^A recording is between 0.3 and 300 seconds/],
    ['of 400 s', 'mp3', 'audio/mpeg', mp3Of(400), /^A recording is between 0.3 and 300 seconds/],
    ['at 8 Hz', 'wav', 'audio/wav', riffOf(0.5, 8), unreadable],
    ['at 7 kHz', 'wav', 'audio/wav', riffOf(0.5, 7000), /samples a second$/],
    ['without samples', 'wav', 'audio/wav', wavOf(0), unreadable],
    ['of ten bytes', 'mp3', 'audio/mpeg', mp3Of(1).subarray(0, 10), unreadable],
    ['of 30 000 pixels', 'png', 'image/png', hugePng(), /^A picture has at most 4096 pixels/],
  ])(
    '%s is refused with the reason, by a signed URL as well',
    async (_, extension, contentType, file, reason) => {
      const path =
        extension === 'png'
          ? `avatars/${ann.id}_9.png`
          : `${newPath(ann).slice(0, -4)}.${extension}`;
      const bucket = bucketOf(ann.client);
      const { data } = await bucket.createSignedUploadUrl(path);
      const token = data?.token ?? '';
      for (const { error } of [
        await bucket.upload(path, file, { contentType }),
        await bucket.uploadToSignedUrl(
          path,
          token,
          new Blob([new Uint8Array(file)], { type: contentType }),
          { contentType },
        ),
      ]) {
        expect(error).toMatchObject({ message: expect.stringMatching(reason) });
        expect(Number(error && 'statusCode' in error && error.statusCode)).toBeLessThan(500);
      }
    },
  );

  it('loses its metadata before anybody can load it, and its drop has its length', async () => {
    const path = newPath(ann);
    const list = Buffer.from('LIST\x10\0\0\0INFOIART\x04\0\0\0Ann\0', 'latin1');
    const file = new Blob([clip.slice(0, 12), list, clip.slice(12)], { type: 'audio/wav' });
    expect((await bucketOf(ann.client).upload(path, file, wav)).error).toBeNull();
    const { data } = await bucketOf(ann.client).download(path);
    expect(await data?.bytes()).toEqual(clip);
    const { data: drop } = await ann.client
      .from('voice_drops')
      .insert({
        user_id: ann.id,
        audio_url: bucketOf(ann.client).getPublicUrl(path).data.publicUrl,
        duration: 200,
      })
      .select('duration')
      .single();
    expect(drop).toEqual({ duration: 0.5 });
  });
});

it('an ended session is refused as such, also for files that a visitor may load', async () => {
  const { path } = await posted('public');
  const revoked = bucketOf(personas['revoked']!);
  const answers = [
    await revoked.upload(newPath(gone), clip, wav),
    await revoked.createSignedUrl(path, 60),
    await revoked.createSignedUrls([path], 60),
    await revoked.list(ann.id),
    await revoked.info(path),
    await revoked.move(path, newPath(gone)),
    await revoked.copy(path, newPath(gone)),
    await revoked.remove([path]),
    await revoked.createSignedUploadUrl(newPath(gone)),
  ];
  for (const { error } of answers) expect(error).toMatchObject({ status: 401 });
});

describe('another account’s path', () => {
  it.each(['visitor', 'follower', 'blocked', 'other', 'revoked'])(
    'gives the %s no access as a source or destination',
    async (name) => {
      const bucket = bucketOf(personas[name]!);
      const own = name === 'other' ? await uploaded(other) : newPath(other);
      const [drop, draft, avatar] = [
        (await posted('public')).path,
        await uploaded(ann),
        `avatars/${ann.id}_1.png`,
      ];
      const files = await storedFiles(backend.dataDir);
      const free = newPath(ann);
      for (const path of [drop, draft, avatar, free]) {
        const attempts = {
          upload: await bucket.upload(path, clip, wav),
          upsert: await bucket.upload(path, clip, { ...wav, upsert: true }),
          update: await bucket.update(path, clip, wav),
          moveThere: await bucket.move(own, path),
          copyThere: await bucket.copy(own, path),
          signUpload: await bucket.createSignedUploadUrl(path),
          signUpsert: await bucket.createSignedUploadUrl(path, { upsert: true }),
        };
        for (const [attempt, { error }] of Object.entries(attempts)) {
          expect([attempt, error]).not.toEqual([attempt, null]);
        }
        expect((await bucket.remove([path])).data ?? []).toEqual([]);
      }
      for (const path of [drop, draft]) {
        expect((await bucket.move(path, newPath(other))).error).not.toBeNull();
      }
      expect((await bucket.copy(draft, newPath(other))).error).not.toBeNull();
      expect(await storedFiles(backend.dataDir)).toEqual(files);
      expect(await (await bucketOf(ann.client).download(draft)).data?.bytes()).toEqual(clip);
    },
  );

  it('can be copied from a public drop into the listener’s own folder', async () => {
    const { path } = await posted('public');
    const copy = newPath(other);
    expect((await bucketOf(other.client).copy(path, copy)).error).toBeNull();
    expect((await bucketOf(blocked.client).copy(path, newPath(blocked))).error).toMatchObject({
      statusCode: '404',
    });
    await bucketOf(other.client).remove([copy]);
  });
});

describe('posted audio', () => {
  it('cannot be changed, not even by its owner', async () => {
    const { path } = await posted('public');
    const bucket = bucketOf(ann.client);
    const attempts = {
      upsert: await bucket.upload(path, wavOf(0.3), { ...wav, upsert: true }),
      update: await bucket.update(path, wavOf(0.3), wav),
      move: await bucket.move(path, newPath(ann)),
      moveOnto: await bucket.move(await uploaded(ann), path),
      copyOnto: await bucket.copy(await uploaded(ann), path),
      signUpsert: await bucket.createSignedUploadUrl(path, { upsert: true }),
    };
    for (const [attempt, { error }] of Object.entries(attempts)) {
      expect([attempt, error]).not.toEqual([attempt, null]);
    }
    expect((await bucket.remove([path])).data).toEqual([]);
    expect(await (await bucket.download(path)).data?.bytes()).toEqual(clip);
  });

  it('cannot be replaced through an upload URL that was signed before the post', async () => {
    const path = await uploaded(ann);
    const bucket = bucketOf(ann.client);
    const { data } = await bucket.createSignedUploadUrl(path, { upsert: true });
    await ann.client
      .from('voice_drops')
      .insert({
        user_id: ann.id,
        audio_url: bucket.getPublicUrl(path).data.publicUrl,
        duration: 0.5,
      })
      .throwOnError();
    const sent = await bucket.uploadToSignedUrl(path, data?.token ?? '', wavOf(0.3), wav);
    expect(sent.error).toMatchObject({ statusCode: '403' });
    expect(await (await bucket.download(path)).data?.bytes()).toEqual(clip);
  });
});

it('a signed upload URL is refused once its signer has signed out, and not if the secret key signed it', async () => {
  const leaver = await signUp(backend, 'leaver');
  const signers = [leaver.client, visit({ ...backend, publishableKey: backend.secretKey })];
  const uploads = await Promise.all(
    signers.map(async (client) => {
      const path = newPath(leaver);
      const { data } = await bucketOf(client).createSignedUploadUrl(path);
      return () => bucketOf(visit(backend)).uploadToSignedUrl(path, data?.token ?? '', clip, wav);
    }),
  );
  await leaver.client.auth.signOut();
  const [ofLeaver, ofOperator] = await Promise.all(uploads.map((upload) => upload()));
  expect(ofLeaver?.error).toMatchObject({ status: 401 });
  expect(ofOperator?.error).toBeNull();
});

it('an account that uploads without posting is refused, until it deletes unused files', async () => {
  const hoarder = await signUp(backend, 'hoarder');
  const bucket = bucketOf(hoarder.client);
  const paths = Array.from({ length: UNUSED_UPLOADS_MAX + 5 }, () => newPath(hoarder));
  const results = await Promise.all(paths.map((path) => bucket.upload(path, wavOf(0.3), wav)));
  const taken = paths.filter((_path, index) => results[index]?.error === null);
  expect(taken).toHaveLength(UNUSED_UPLOADS_MAX);
  const refused = await bucket.upload(newPath(hoarder), clip, wav);
  expect(refused.error).toMatchObject({ statusCode: '403' });
  const first = taken[0] ?? '';
  expect((await bucket.copy(first, newPath(hoarder))).error).toMatchObject({ statusCode: '403' });
  await bucket.remove([first]);
  expect((await bucket.upload(newPath(hoarder), clip, wav)).error).toBeNull();
  expect((await bucketOf(other.client).upload(newPath(other), clip, wav)).error).toBeNull();
});
