// What podcast apps read: feeds, and the audio of their episodes. It is asked for as they do, by HTTP.
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { FeedType, parseFeed } from 'podcast-partytime';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clipOf } from './fixtures/clip.ts';
import { signUp, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';

let backend: TestBackend;
let sql: Sql;
/** Allows downloads. */
let ann: Person;
/** Does not. */
let bob: Person;

beforeAll(async () => {
  backend = await startBackend();
  sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
  [ann, bob] = await Promise.all([signUp(backend, 'Ann'), signUp(backend, 'bob')]);
  await change(ann, { allow_downloads: true, bio: 'Rain & <tin>' });
});
afterAll(async () => {
  await sql.end();
  await backend.stop();
});

const change = ({ id, client }: Person, columns: object) =>
  client.from('profiles').update(columns).eq('user_id', id).throwOnError();

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${backend.url}${path}`, { headers, method });

const statusOf = async (path: string) => (await get(path)).status;
const listen = (id: string) => `/listen/${id}.mp3`;

/** The ids of a feed's episodes. */
const episodesOf = async (path: string) => {
  const text = await (await get(path)).text();
  return [...text.matchAll(/<guid isPermaLink="false">([^<]+)/g)].map(([, id]) => id);
};

describe('a feed', () => {
  test('of a person is read by a podcast parser, with all that directories ask for', async () => {
    const id = await postDrop(
      ann,
      { title: 'Rain & <tin> \u0007', hashtags: ['night', 'rain'], duration: 12.4 },
      'audio/mpeg',
    );
    const answer = await get('/feeds/ann.xml');
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const text = await answer.text();
    expect(text).not.toContain('\u0007');
    const feed = parseFeed(text);
    expect(feed).toMatchObject({
      type: FeedType.RSS,
      title: 'Ann on Undertone',
      link: `${backend.url}/Ann`,
      description: 'Rain & <tin>',
      language: 'en',
      explicit: false,
      itunesImage: `${backend.url}/feeds/cover.png?for=Ann`,
      itunesType: 'episodic',
    });
    // RFC 9562's fifth version.
    expect(feed?.guid).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(feed?.items[0]).toMatchObject({
      guid: id,
      title: 'Rain & <tin>',
      link: `${backend.url}/voice-drop/${id}`,
      duration: 12,
      explicit: false,
      enclosure: {
        url: `${backend.url}${listen(id)}`,
        length: clipOf('audio/mpeg', 0.1).byteLength,
        type: 'audio/mpeg',
      },
    });
  });

  test('has a square image of a size that directories take', async () => {
    const image = Buffer.from(await (await get('/feeds/cover.png?for=Ann')).arrayBuffer());
    expect(image.subarray(1, 4).toString()).toBe('PNG');
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1400, 1400]);
  });

  test('has public drops alone, the newest first', async () => {
    const [first, second] = [await postDrop(ann), await postDrop(ann)];
    await postDrop(ann, { privacy_level: 'followers' });
    await postDrop(ann, { privacy_level: 'private' });
    expect((await episodesOf('/feeds/ann.xml')).slice(0, 2)).toEqual([second, first]);
  });

  test('is not there of who forbids downloads, is private or unknown', async () => {
    await postDrop(bob);
    expect(await statusOf('/feeds/bob.xml')).toBe(404);
    expect(await statusOf('/feeds/nobody.xml')).toBe(404);
    const hermit = await signUp(backend, 'hermit');
    await change(hermit, { allow_downloads: true });
    await postDrop(hermit);
    expect(await statusOf('/feeds/hermit.xml')).toBe(200);
    await change(hermit, { is_private: true });
    expect(await statusOf('/feeds/hermit.xml')).toBe(404);
    expect(await statusOf('/feeds/%E0%A4%A.xml')).toBeGreaterThanOrEqual(400);
    expect(await statusOf('/feeds/tags/%22),.xml')).toBe(404);
  });

  test('of a hashtag has the drops of those who allow downloads', async () => {
    const heard = await postDrop(ann, { hashtags: ['quokka'] });
    await postDrop(bob, { hashtags: ['quokka'] });
    expect(await episodesOf('/feeds/tags/quokka.xml')).toEqual([heard]);
    expect(await statusOf('/feeds/tags/unheard.xml')).toBe(404);
  });

  test('is sent again only when it has changed', async () => {
    const before = await get('/feeds/ann.xml');
    const etag = before.headers.get('etag') ?? '';
    const modified = before.headers.get('last-modified') ?? '';
    for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': modified }]) {
      const again = await get('/feeds/ann.xml', headers);
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    const head = await get('/feeds/ann.xml', {}, 'HEAD');
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    await postDrop(ann);
    const after = await get('/feeds/ann.xml', { 'if-none-match': etag });
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(etag);
  });

  test('is named by what a profile’s page says of itself, and in the sitemap', async () => {
    const feedOf = async (path: string) => {
      const key = { apikey: backend.publishableKey };
      const answer = await get(`/functions/v1/page-preview?path=${path}`, key);
      return JSON.parse(await answer.text()).feed;
    };
    expect(await feedOf('/ann')).toBe('/feeds/Ann.xml');
    expect(await feedOf('/bob')).toBeNull();
    expect(await (await get('/sitemap.xml')).text()).toContain(
      `<loc>${backend.url}/feeds/Ann.xml</loc>`,
    );
  });
});

describe.each(['audio/mpeg', 'audio/wav'] as const)('an episode posted as %s', (type) => {
  test('is an MP3 file, whole and in parts', async () => {
    const id = await postDrop(ann, {}, type);
    const whole = await get(listen(id));
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(whole.headers.get('content-length')).toBe(String(bytes.length));
    // The first frame's sync, or an ID3 tag.
    expect(bytes[0] === 0xff || bytes.subarray(0, 3).toString() === 'ID3').toBe(true);

    const head = await get(listen(id), {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    const part = await get(listen(id), { range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 10-19/${bytes.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
    const end = await get(listen(id), { range: 'bytes=-5' });
    expect(Buffer.from(await end.arrayBuffer())).toEqual(bytes.subarray(-5));
    const outside = await get(listen(id), { range: `bytes=${bytes.length}-` });
    expect(outside.status).toBe(416);
  });

  test('is not had the moment that it may not be', async () => {
    const person = await signUp(backend, `carl-${type === 'audio/wav' ? 'wav' : 'mp3'}`);
    await change(person, { allow_downloads: true });
    const id = await postDrop(person, {}, type);
    const isThere = async (expected: boolean) =>
      expect(await statusOf(listen(id))).toBe(expected ? 200 : 404);
    await isThere(true);

    await change(person, { allow_downloads: false });
    await isThere(false);
    await change(person, { allow_downloads: true, is_private: true });
    await isThere(false);
    await change(person, { is_private: false });
    await isThere(true);
    for (const level of ['followers', 'private']) {
      const drop = { privacy_level: level };
      await person.client.from('voice_drops').update(drop).eq('id', id).throwOnError();
      await isThere(false);
    }
    const drop = { privacy_level: 'public' };
    await person.client.from('voice_drops').update(drop).eq('id', id).throwOnError();
    await sql`update voice_drops set is_flagged = true where id = ${id}`;
    await isThere(false);
    await sql`update voice_drops set is_flagged = false where id = ${id}`;
    await isThere(true);
    await person.client.from('voice_drops').delete().eq('id', id).throwOnError();
    await isThere(false);
  });

  test('counts a play when it is read from its start, at most once a minute', async () => {
    const id = await postDrop(ann, {}, type);
    const plays = async () => {
      const { data } = await ann.client
        .from('voice_drops')
        .select('play_count')
        .eq('id', id)
        .single()
        .throwOnError();
      return data.play_count;
    };
    await get(listen(id), {}, 'HEAD');
    await get(listen(id), { range: 'bytes=100-' });
    expect(await plays()).toBe(0);
    await get(listen(id), { range: 'bytes=0-' });
    await get(listen(id));
    expect(await plays()).toBe(1);
  });
});

test('what is no episode is not found', async () => {
  for (const name of ['x', '00000000-0000-4000-8000-000000000000', '%00']) {
    expect(await statusOf(listen(name))).toBe(404);
  }
});

test('many who ask at once for a drop that is to be encoded share one encoding', async () => {
  const id = await postDrop(ann, {}, 'audio/wav');
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const answer = await get(listen(id), { range: 'bytes=1-' });
      return Buffer.from(await answer.arrayBuffer()).toString('base64');
    }),
  );
  expect(new Set(answers).size).toBe(1);
});
