import { expect, it } from 'vitest';
import { dropId as id, FixedRecords } from '../_shared/fixtures/fixed-records.ts';
import { handle } from './handler.ts';

const site = 'https://site.example';

const ask = (query: Record<string, string>, method = 'GET') =>
  handle(
    new Request(`http://undertone.test/oembed?${new URLSearchParams({ site, ...query })}`, {
      method,
    }),
    new FixedRecords({ drop: { title: 'Rain on "tin"' } }),
  );

it('oEmbed describes a public drop as a frame that is no larger than requested', async () => {
  const response = await ask({ url: `${site}/voice-drop/${id}`, maxwidth: '300' });
  expect(await response.json()).toMatchObject({
    version: '1.0',
    type: 'rich',
    title: 'Rain on "tin" by @mira',
    author_url: `${site}/mira`,
    width: 300,
    height: 152,
    html: `<iframe src="${site}/embed/${id}" width="300" height="152" title="Rain on &quot;tin&quot; by @mira" style="border:0;max-width:100%" loading="lazy"></iframe>`,
  });
});

it.each([
  ['the dark theme', { theme: 'dark' }, '', '?theme=dark'],
  ['the time in the URL', {}, '?t=12', '?t=12'],
  ['both', { theme: 'light' }, '?t=12', '?theme=light&amp;t=12'],
  ['neither an unknown theme nor a time that is no number', { theme: 'blue"' }, '?t=soon', ''],
])('oEmbed gives the frame %s', async (_title, query, search, expected) => {
  const response = await ask({ url: `${site}/voice-drop/${id}${search}`, ...query });
  expect((await response.json()).html).toContain(`src="${site}/embed/${id}${expected}"`);
});

it.each([
  ['479.5', 479],
  ['1e2', 480],
  ['0x10', 480],
  ['-3', 480],
  ['0', 480],
  ['', 480],
  ['9999', 480],
])('oEmbed reads maxwidth=%s as a width of %i', async (maxwidth, width) => {
  const response = await ask({ url: `${site}/voice-drop/${id}`, maxwidth });
  expect(await response.json()).toMatchObject({ width });
});

it.each([
  ['a drop that visitors may not play', `${site}/voice-drop/00000000-0000-4000-8000-000000000000`],
  ['another site', `https://elsewhere.example/voice-drop/${id}`],
  ['a page that is not a drop', `${site}/mira`],
  ['no address', 'nonsense'],
])('oEmbed responds with 404 to %s', async (_title, url) => {
  expect((await ask({ url })).status).toBe(404);
});

it('oEmbed responds with 501 to formats other than JSON', async () => {
  expect((await ask({ url: `${site}/voice-drop/${id}`, format: 'xml' })).status).toBe(501);
});

it('oEmbed responses are cached for minutes, errors are not', async () => {
  const cacheControl = async (query: Record<string, string>) =>
    (await ask({ url: `${site}/voice-drop/${id}`, ...query })).headers.get('cache-control');
  expect(await cacheControl({})).toBe('public, max-age=300');
  for (const query of [{ url: `${site}/mira` }, { format: 'xml' }, { site: 'nonsense' }]) {
    expect(await cacheControl(query)).toBe('no-store');
  }
});

it('oEmbed takes GET and HEAD only', async () => {
  expect((await ask({ url: `${site}/voice-drop/${id}` }, 'HEAD')).status).toBe(200);
  const { status, headers } = await ask({ url: `${site}/voice-drop/${id}` }, 'POST');
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
