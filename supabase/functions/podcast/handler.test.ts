import { expect, it } from 'vitest';
import { dropId, FixedRecords } from '../_shared/fixtures/fixed-records.ts';
import { mp3Size } from '../../../packages/voice/src/mp3-size.ts';
import { handle } from './handler.ts';

const userId = '7d0f7a5e-0d9c-4c0f-8d8d-0b8f5f6f3a11';

interface GivenFeed {
  readonly username?: string;
  readonly bio?: string | null;
  readonly title?: string | null;
  readonly path?: string;
  readonly publishableKey?: string;
}

/** One person, and one drop of theirs. */
const recordsOf = ({
  username = 'Mira',
  bio = null,
  title = 'Night bus',
  path = `${userId}/1.mp3`,
  publishableKey = 'key',
}: GivenFeed = {}) =>
  new FixedRecords({
    publishableKey,
    rows: ({ table }) =>
      table === 'profiles'
        ? [{ user_id: userId, username, bio }]
        : [
            {
              id: dropId,
              title,
              hashtags: ['rain'],
              duration: 12.4,
              created_at: '2026-11-22T10:00:00+00:00',
              audio_path: path,
              audio_size: 99,
              author: { username },
            },
          ],
  });

const request = (search: string, given: GivenFeed = {}, hasFeeds = true) =>
  handle(new Request(`http://undertone.test/podcast${search}`), recordsOf(given), hasFeeds);

const profileFeed = async (given: GivenFeed = {}, site = 'https://site.test') =>
  (await request(`?user=mira&site=${site}`, given)).text();

const tagFeed = async (publishableKey = 'key') =>
  (await request('?tag=rain&site=https://site.test', { publishableKey })).text();

const guidOf = (feed: string) => /<podcast:guid>(.+)<\/podcast:guid>/.exec(feed)?.[1];

/** The text of the first element with a name, as an XML parser would return it. */
const textOf = (feed: string, name: string) =>
  new RegExp(`<${name}>(.*?)</${name}>`, 's')
    .exec(feed)?.[1]
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const itemOf = (feed: string) => /<item>.*<\/item>/s.exec(feed)?.[0] ?? '';

it('a feed escapes the end of a CDATA section, which XML forbids in a text', async () => {
  const feed = await profileFeed({ title: 'a ]]> b', bio: 'a ]]> b' });
  expect(feed).not.toContain(']]>');
  expect(textOf(feed, 'description')).toBe('a ]]> b');
  expect(textOf(itemOf(feed), 'title')).toBe('a ]]> b');
});

it.each([
  ['control characters', '\u0007\u0000'],
  ['characters of no width', '\u200B\u200D\uFEFF\u2060'],
  ['fillers and spaces', '\u3164 \u00AD\u2800'],
  ['half of a surrogate pair', '\uD83D'],
])('a title and a bio that consist of %s count as missing', async (_title, blank) => {
  const feed = await profileFeed({ title: blank, bio: blank });
  expect(textOf(itemOf(feed), 'title')).toBe('Voice Drop by @Mira');
  expect(textOf(feed, 'description')).toBe('The voice drops of @Mira on Undertone.');
});

it('a title keeps the joiners between its characters', async () => {
  const title = '\u0007👩\u200D🎤 می\u200Cخواهم';
  expect(textOf(itemOf(await profileFeed({ title })), 'title')).toBe('👩\u200D🎤 می\u200Cخواهم');
});

it.each([
  ['<b>loud</b> & <img src=x onerror=a()>', '&lt;b>loud&lt;/b> & &lt;img src=x onerror=a()>'],
  ['R&amp;B, 5 &#62; 3 &copy', 'R&amp;amp;B, 5 &amp;#62; 3 &amp;copy'],
  ['rain & tin, 1 < 2 <3', 'rain & tin, 1 < 2 <3'],
])('an app that reads the bio as HTML shows it as text: %s', async (bio, html) => {
  const feed = await profileFeed({ bio });
  expect(textOf(feed, 'description')).toBe(html);
  expect(textOf(feed, 'itunes:summary')).toBe(html);
});

it('a former username leads to the new one on the same site, whatever site the caller names', async () => {
  const records = new FixedRecords({
    renamed: 'mira',
    rows: ({ query }) =>
      JSON.stringify(query).includes('oldmira')
        ? []
        : [{ user_id: userId, username: 'mira', bio: null }],
  });
  const response = await handle(
    new Request('http://undertone.test/podcast?user=oldmira&site=https://elsewhere.example'),
    records,
    true,
  );
  expect([response.status, response.headers.get('location')]).toEqual([301, '/feeds/mira.xml']);
});

it('a feed keeps its id when its owner is renamed or the site moves', async () => {
  const ids = await Promise.all(
    [profileFeed(), profileFeed({ username: 'MIRA' }), profileFeed({}, 'http://moved.test')].map(
      async (feed) => guidOf(await feed),
    ),
  );
  // UUIDv5 of `people/{user id}` in the namespace of podcasts.
  expect(new Set(ids)).toEqual(new Set(['94ef4a4f-2f1f-592d-88cc-a752003e2889']));
});

it('the feed of a hashtag has a different id in each installation', async () => {
  expect(guidOf(await tagFeed())).toBe(guidOf(await tagFeed()));
  expect(guidOf(await tagFeed())).not.toBe(guidOf(await tagFeed('another')));
});

it('a feed is marked as not explicit, and its episodes have no such mark', async () => {
  const feed = await profileFeed();
  const [channel] = feed.split('<item>');
  expect(channel).toContain('<itunes:explicit>false</itunes:explicit>');
  expect(itemOf(feed)).not.toContain('explicit');
});

it('a feed’s Content-Location has the owner’s spelling of the username', async () => {
  const { headers } = await request('?user=MIRA&site=https://site.test');
  expect(headers.get('content-location')).toBe('/feeds/Mira.xml');
});

it.each([
  ['1.mp3', 'mp3'],
  ['1.MP3', 'mp3'],
  ['1.wav', 'wav'],
  ['1.WAV', 'wav'],
])('a clip named %s is of type %s', async (name, type) => {
  const path = `${userId}/${name}`;
  const response = await request(`?episode=${dropId}`, { path });
  expect(await response.json()).toEqual({ path, type });
  // A WAV file is sent as an MP3 file of this size: see mp3Size.
  const length = type === 'mp3' ? '99' : String(mp3Size(12.4));
  expect(await profileFeed({ path })).toContain(`length="${length}" type="audio/mpeg"`);
});

it.each([
  '?user=mira&site=https://site.test',
  '?tag=rain&site=https://site.test',
  `?episode=${dropId}`,
])('%s is 404 if the operator has disabled feeds', async (search) => {
  expect((await request(search)).status).toBe(200);
  expect((await request(search, {}, false)).status).toBe(404);
});
