// Podcast feeds, requested by plain HTTP, as podcast apps do.
import { FeedType, parseFeed } from 'podcast-partytime';
import { beforeAll, describe, expect, it } from 'vitest';
import { clipOf } from './fixtures/clip.ts';
import { signUp, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openBackend } from './fixtures/server.ts';

const backend = await openBackend();
/** A person who allows downloads. */
let ann: Person;
/** A person who does not. */
let bob: Person;

beforeAll(async () => {
  [ann, bob] = await Promise.all([signUp(backend, 'Ann'), signUp(backend, 'bob')]);
  await change(ann, { allow_downloads: true, bio: 'Rain & <tin>' });
});

const change = ({ id, client }: Person, columns: object) =>
  client.from('profiles').update(columns).eq('user_id', id).throwOnError();

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${backend.url}${path}`, { headers, method });

const statusOf = async (path: string) => (await get(path)).status;

/** The ids of a feed's episodes. */
const episodesOf = async (path: string) => {
  const text = await (await get(path)).text();
  return [...text.matchAll(/<guid isPermaLink="false">([^<]+)/g)].map(([, id]) => id);
};

it('addresses with a former username lead to the new one only if its owner wants that', async () => {
  const eve = await signUp(backend, 'Eve');
  const { username: former } = eve;
  const present = `New${former}`;
  await change(eve, { allow_downloads: true });
  await change(eve, { username: present });
  const paths = [
    `/${former}?tab=replies`,
    `/feeds/${former.toLowerCase()}.xml`,
    `/feeds/${former}.png`,
    `/functions/v1/preview-image?user=${former}`,
    `/oembed?url=${encodeURIComponent(`${backend.url}/${former}`)}`,
  ];
  /** Status and place of the page, the feed, its cover, the card and the description for other sites. */
  const answers = async () =>
    Promise.all(
      paths.map(async (path) => {
        const { status, headers } = await fetch(`${backend.url}${path}`, { redirect: 'manual' });
        const place = headers.get('location');
        return place === null ? status : [status, new URL(place, backend.url).pathname];
      }),
    );
  const nowhere = [404, 404, 404, 404, 404];
  const moved = `<itunes:new-feed-url>${backend.url}/feeds/${present}.xml<`;
  const feed = async (name: string) => (await get(`/feeds/${name}.xml`)).text();

  // The function's first request starts its thread, which takes longer on a busy machine than the site waits
  // for a preview.
  expect(await statusOf('/functions/v1/page-preview?path=/')).toBe(200);
  expect(await answers()).toEqual(nowhere);
  expect(await feed(present)).not.toContain('new-feed-url');
  await eve.client
    .from('profiles')
    .update({ leads_old_links: true })
    .eq('user_id', eve.id)
    .throwOnError();
  expect(await answers()).toEqual([
    [302, `/${present}`],
    [301, `/feeds/${present}.xml`],
    ...nowhere.slice(2),
  ]);
  const { url } = await get(`/${former}?tab=replies`);
  expect(url).toBe(`${backend.url}/${present}?tab=replies`);
  expect(await feed(former)).toContain(moved);
  // As the app does, which answers a page from the service worker's document.
  const { data: found } = await bob.client.rpc('find_renamed', { old_username: former });
  expect(found).toBe(present);

  await change(eve, { allow_downloads: false });
  expect(await answers()).toEqual([[302, `/${present}`], ...nowhere.slice(1)]);
  await change(eve, { allow_downloads: true, is_private: true });
  expect(await answers()).toEqual(nowhere);
});

describe('a feed', () => {
  it('contains all fields that podcast directories require', async () => {
    const id = await postDrop(
      ann,
      { title: 'Rain ]]> & <tin> \u0007', hashtags: ['night', 'rain'], duration: 12.4 },
      'audio/mpeg',
    );
    const answer = await get(`/feeds/${ann.username.toLowerCase()}.xml`);
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const text = await answer.text();
    expect(text).not.toContain('\u0007');
    const feed = parseFeed(text);
    expect(feed).toMatchObject({
      type: FeedType.RSS,
      title: `${ann.username} on Undertone`,
      link: `${backend.url}/${ann.username}`,
      // This parser and most apps read a description as HTML.
      description: 'Rain & <tin>',
      language: 'en',
      explicit: false,
      itunesImage: `${backend.url}/feeds/${ann.username}.png`,
      itunesType: 'episodic',
    });
    // RFC 9562's fifth version.
    expect(feed?.guid).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(feed?.items[0]).toMatchObject({
      guid: id,
      title: 'Rain ]]> & <tin>',
      link: `${backend.url}/voice-drop/${id}`,
      image: `${backend.url}/listen/${id}.png`,
      // The file’s, whatever the drop states.
      duration: 1,
      enclosure: {
        url: `${backend.url}/listen/${id}.mp3`,
        length: clipOf('audio/mpeg', 0.3).byteLength,
        type: 'audio/mpeg',
      },
    });
  });

  it('has square images of the size that directories accept, also of its episodes, and no other page has one', async () => {
    const id = await postDrop(ann, { hashtags: ['aurora'] });
    const paths = [`/feeds/${ann.username}.png`, '/feeds/tags/aurora.png', `/listen/${id}.png`];
    for (const path of paths) {
      const answer = await get(path);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      const image = Buffer.from(await answer.arrayBuffer());
      expect(image.subarray(1, 4).toString()).toBe('PNG');
      expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1400, 1400]);
    }
    for (const name of [bob.username, 'no-such-person', 'any text', 'tags/unused', 'tags/%22)']) {
      expect([name, await statusOf(`/feeds/${name}.png`)]).toEqual([name, 404]);
    }
    const closed = await postDrop(ann, { privacy_level: 'private' });
    expect(await statusOf(`/listen/${closed}.png`)).toBe(404);
  });

  it('contains public drops alone, the newest first', async () => {
    const [first, second] = [await postDrop(ann), await postDrop(ann)];
    await postDrop(ann, { privacy_level: 'followers' });
    await postDrop(ann, { privacy_level: 'private' });
    expect((await episodesOf(`/feeds/${ann.username.toLowerCase()}.xml`)).slice(0, 2)).toEqual([
      second,
      first,
    ]);
  });

  it('does not exist for a person who forbids downloads, is private or is unknown', async () => {
    await postDrop(bob);
    expect(await statusOf(`/feeds/${bob.username}.xml`)).toBe(404);
    const unknown = await get('/feeds/no-such-person.xml');
    expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([
      404,
      '*',
    ]);
    const hermit = await signUp(backend, 'hermit');
    await change(hermit, { allow_downloads: true });
    await postDrop(hermit);
    const addresses = ['xml', 'png'].map((extension) => `/feeds/${hermit.username}.${extension}`);
    for (const end of [{ is_private: true }, { is_private: false, allow_downloads: false }]) {
      for (const address of addresses) expect(await statusOf(address)).toBe(200);
      await change(hermit, end);
      for (const address of addresses) expect(await statusOf(address)).toBe(404);
      await change(hermit, { is_private: false, allow_downloads: true });
    }
    expect(await statusOf('/feeds/%E0%A4%A.xml')).toBeGreaterThanOrEqual(400);
    expect(await statusOf('/feeds/tags/%22),.xml')).toBe(404);
  });

  it('exists for a hashtag, with the drops of people who allow downloads', async () => {
    const listed = await postDrop(ann, { hashtags: ['quokka'] });
    await postDrop(bob, { hashtags: ['quokka'] });
    expect(await episodesOf('/feeds/tags/quokka.xml')).toEqual([listed]);
    expect(await statusOf('/feeds/tags/unused.xml')).toBe(404);
    const spelt = await postDrop(ann, { hashtags: ['caf\u00e9'] });
    expect(await episodesOf(`/feeds/tags/${encodeURIComponent('Cafe\u0301')}.xml`)).toEqual([
      spelt,
    ]);
  });

  it('is sent again only after a change', async () => {
    const before = await get(`/feeds/${ann.username.toLowerCase()}.xml`);
    const etag = before.headers.get('etag') ?? '';
    const modified = before.headers.get('last-modified') ?? '';
    for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': modified }]) {
      const again = await get(`/feeds/${ann.username.toLowerCase()}.xml`, headers);
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    // The same feed, however its address is written.
    const shouted = await get(`/feeds/${ann.username.toUpperCase()}.xml`, {
      'if-modified-since': modified,
    });
    expect(shouted.status).toBe(304);
    const head = await get(`/feeds/${ann.username.toLowerCase()}.xml`, {}, 'HEAD');
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    await postDrop(ann);
    // The date, which has whole seconds, also distinguishes the versions.
    for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': modified }]) {
      const after = await get(`/feeds/${ann.username.toLowerCase()}.xml`, headers);
      expect(after.status).toBe(200);
      expect(after.headers.get('etag')).not.toBe(etag);
    }
  });

  it('is named in the preview of a profile’s page, and in the sitemap', async () => {
    const feedOf = async (path: string) => {
      const key = { apikey: backend.publishableKey };
      const answer = await get(`/functions/v1/page-preview?path=${path}`, key);
      return JSON.parse(await answer.text()).feed;
    };
    expect(await feedOf(`/${ann.username}`)).toBe(`/feeds/${ann.username}.xml`);
    expect(await feedOf(`/${bob.username}`)).toBeNull();
    await postDrop(ann, { hashtags: ['listed'] });
    await postDrop(bob, { hashtags: ['unlisted'] });
    const sitemap = await (await get('/sitemap.xml')).text();
    expect(sitemap).toContain(`<loc>${backend.url}/feeds/${ann.username}.xml</loc>`);
    expect(sitemap).toContain(`<loc>${backend.url}/feeds/tags/listed.xml</loc>`);
    expect(sitemap).not.toContain('/feeds/tags/unlisted.xml');
    expect(sitemap).toContain(`<loc>${backend.url}/tag/unlisted</loc>`);
  });
});
