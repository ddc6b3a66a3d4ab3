import { expect, it } from 'vitest';
import { PublicRecords, type Answer } from '../_shared/public-records.ts';
import { handle } from './handler.ts';

class Records extends PublicRecords {
  constructor() {
    super('http://undertone.test', 'key');
  }

  override ask = async ({ table }: { table: string }): Promise<Answer> => {
    const body =
      table === 'profiles'
        ? [{ username: 'mira' }]
        : [{ id: '1', created_at: '2026-11-22T10:00:00+00:00' }];
    return { method: 'GET', path: `/rest/v1/${table}`, body };
  };
}

const ask = (site: string, method = 'GET') => {
  const query = new URLSearchParams({ site });
  return handle(
    new Request(`http://undertone.test/sitemap?${query.toString()}`, { method }),
    new Records(),
  );
};

it('lists pages, people and drops, and when these were posted', async () => {
  const text = await (await ask('https://site.example/')).text();
  expect(text).toContain('<url><loc>https://site.example/about</loc></url>');
  expect(text).toContain('<url><loc>https://site.example/mira</loc></url>');
  expect(text).toContain(
    '<loc>https://site.example/voice-drop/1</loc><lastmod>2026-11-22T10:00:00+00:00</lastmod>',
  );
});

it('is XML whatever the site is called', async () => {
  const text = await (await ask('https://a%26b.example')).text();
  expect(text).toContain('<loc>https://a&amp;b.example/mira</loc>');
  expect(text).not.toMatch(/&(?!amp;)/);
});

it('is read, also without a body, and nothing else', async () => {
  expect((await ask('https://site.example', 'HEAD')).status).toBe(200);
  const { status, headers } = await ask('https://site.example', 'POST');
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
