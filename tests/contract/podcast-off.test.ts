// A backend whose operator has turned podcast feeds off.
import { startBackend } from '@undertone/test-support/backend';
import { afterAll, expect, it } from 'vitest';
import { signUp } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';

const backend = await startBackend({ env: { PODCAST_FEEDS: 'off' } });
afterAll(() => backend.stop());

it('no endpoint serves podcast feeds where the operator has turned them off', async () => {
  const ann = await signUp(backend, 'Ann');
  const allowed = { allow_downloads: true };
  await ann.client.from('profiles').update(allowed).eq('user_id', ann.id).throwOnError();
  const id = await postDrop(ann, { hashtags: ['rain'] }, 'audio/mpeg');
  const get = (path: string) =>
    fetch(`${backend.url}${path}`, { headers: { apikey: backend.publishableKey } });

  const site = encodeURIComponent(backend.url);
  for (const path of [
    '/feeds/Ann.xml',
    '/feeds/Ann.png',
    '/feeds/tags/rain.xml',
    `/listen/${id}.mp3`,
    `/functions/v1/podcast?user=Ann&site=${site}`,
    `/functions/v1/podcast?tag=rain&site=${site}`,
    `/functions/v1/podcast?episode=${id}`,
    '/functions/v1/preview-image?feed=Ann',
  ]) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
  for (const path of ['/sitemap.xml', `/functions/v1/sitemap?site=${site}`]) {
    const sitemap = await (await get(path)).text();
    expect(sitemap).toContain(`${backend.url}/Ann</loc>`);
    expect(sitemap).not.toContain('/feeds/');
  }
  const preview = await (await get('/functions/v1/page-preview?path=/Ann')).text();
  expect(JSON.parse(preview)).toMatchObject({ title: 'Ann (@ann) · Undertone', feed: null });
});
