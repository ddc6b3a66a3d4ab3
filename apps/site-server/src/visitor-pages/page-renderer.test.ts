import { join } from 'node:path';
import pino from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { PageRenderer } from './page-renderer.ts';

const log = pino({ level: 'silent' });
const script = join(import.meta.dirname, 'fixtures/render-thread.mjs');

const request = (path: string) => ({
  path,
  responses: '[]',
  supabaseUrl: '/',
  publishableKey: 'key',
  isNarrow: true,
  cookies: '',
});

afterEach(() => {
  vi.useRealTimers();
});

it('pages are rendered in a thread', async () => {
  const renderer = new PageRenderer(script, log);
  const pages = await Promise.all([
    renderer.render(request('/one')),
    renderer.render(request('/two')),
  ]);
  expect(pages.map((page) => page?.html)).toEqual([
    expect.stringContaining('/one'),
    expect.stringContaining('/two'),
  ]);
});

it('a page that the thread cannot render is null', async () => {
  const renderer = new PageRenderer(script, log);
  expect(await renderer.render(request('/missing'))).toBeNull();
});

it('all waiting pages are null when the thread fails, and the next page has a new thread', async () => {
  const renderer = new PageRenderer(script, log);
  const pages = [renderer.render(request('/silent')), renderer.render(request('/crash'))];
  expect(await Promise.all(pages)).toEqual([null, null]);
  expect(await renderer.render(request('/one'))).not.toBeNull();
});

it('a page that takes too long is null', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const renderer = new PageRenderer(script, log);
  const page = renderer.render(request('/silent'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await page).toBeNull();
});

it('no page waits for the thread while fifty do', async () => {
  const renderer = new PageRenderer(script, log);
  const pages = Array.from({ length: 50 }, (_, index) => renderer.render(request(`/${index}`)));
  expect(await renderer.render(request('/late'))).toBeNull();
  expect((await Promise.all(pages)).every((page) => page !== null)).toBe(true);
});
