import { expect, it } from 'vitest';
import { FixedRecords } from '../_shared/fixtures/fixed-records.ts';
import type { UnknownRecord } from '../_shared/record.ts';
import { handle } from './handler.ts';

const posted = { created_at: '2026-11-22T10:00:00+00:00' };
const tables: Record<string, UnknownRecord[]> = {
  profiles: [
    { username: 'mira', allow_downloads: true },
    { username: 'noor', allow_downloads: false },
  ],
  voice_drops: [
    { id: '1', ...posted, hashtags: ['rain', 'café'], author: { allow_downloads: true } },
    { id: '2', ...posted, hashtags: ['snow'], author: { allow_downloads: false } },
    { id: '3', ...posted, hashtags: ['hidden'], author: { allow_downloads: true } },
  ],
  hashtags: [{ tag: 'snow' }, { tag: 'café' }, { tag: 'rain' }, { tag: 'old' }],
};

const feedsOf = (text: string) =>
  [...text.matchAll(/<loc>https:\/\/site\.example\/feeds\/([^<]+)<\/loc>/g)].map(
    ([, path]) => path,
  );

const requestSitemap = (site: string, method = 'GET', hasFeeds = true) => {
  const query = new URLSearchParams({ site });
  return handle(
    new Request(`http://undertone.test/sitemap?${query.toString()}`, { method }),
    new FixedRecords({ rows: ({ table }) => tables[table] ?? [] }),
    hasFeeds,
  );
};

it('the sitemap lists pages, profiles and drops, and when these were posted', async () => {
  const text = await (await requestSitemap('https://site.example/')).text();
  expect(text).toContain('<url><loc>https://site.example/about</loc></url>');
  expect(text).toContain('<url><loc>https://site.example/mira</loc></url>');
  expect(text).toContain(
    '<loc>https://site.example/voice-drop/1</loc><lastmod>2026-11-22T10:00:00+00:00</lastmod>',
  );
});

it('the sitemap lists the pages of hashtags', async () => {
  const text = await (await requestSitemap('https://site.example', 'GET', false)).text();
  expect(text).toContain('<url><loc>https://site.example/tag/caf%C3%A9</loc></url>');
});

it('the sitemap lists the feeds of people who allow downloads, and of hashtags in their drops', async () => {
  const text = await (await requestSitemap('https://site.example')).text();
  expect(feedsOf(text)).toEqual(['mira.xml', 'tags/caf%C3%A9.xml', 'tags/rain.xml']);
});

it('the sitemap lists no feeds if the operator has disabled them', async () => {
  const text = await (await requestSitemap('https://site.example', 'GET', false)).text();
  expect(feedsOf(text)).toEqual([]);
});

it('the sitemap escapes the site’s address', async () => {
  const text = await (await requestSitemap('https://a%26b.example')).text();
  expect(text).toContain('<loc>https://a&amp;b.example/mira</loc>');
  expect(text).not.toMatch(/&(?!amp;)/);
});

it('the sitemap takes GET and HEAD only', async () => {
  expect((await requestSitemap('https://site.example', 'HEAD')).status).toBe(200);
  const { status, headers } = await requestSitemap('https://site.example', 'POST');
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
