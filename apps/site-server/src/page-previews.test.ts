import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PagePreviews } from './page-previews.ts';

const preview = {
  status: 200,
  siteName: 'Site',
  title: 'A page',
  description: 'What it is about',
  canonical: null,
  type: 'website',
  image: null,
  embeddable: false,
  indexed: true,
};

/** Previews of a project that says the same of each page, and the paths that it was asked about. */
const previewsOf = (says: object = preview) => {
  const asked: (string | null)[] = [];
  const previews = new PagePreviews(
    async (_name, query) => {
      asked.push(query.get('path'));
      return Response.json(says);
    },
    pino({ level: 'silent' }),
  );
  return { previews, asked };
};

const collectGarbage = () => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
};

const answersOf = (length: number) => [
  { method: 'GET', path: '/rest/v1/drops', body: ['x'.repeat(length)] },
];

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

it('asks once for all requests within a second, and again for later ones', async () => {
  const { previews, asked } = previewsOf();
  await Promise.all([previews.find('/a'), previews.find('/a')]);
  vi.advanceTimersByTime(999);
  expect(await previews.find('/a')).toMatchObject({ title: 'A page' });
  expect(asked).toEqual(['/a']);
  vi.advanceTimersByTime(2);
  await previews.find('/a');
  expect(asked).toEqual(['/a', '/a']);
});

it('drops expired previews when another page is requested', async () => {
  const { previews } = previewsOf();
  const over = new WeakRef((await previews.find('/a')) ?? {});
  vi.advanceTimersByTime(1001);
  await previews.find('/b');
  // What a weak reference was made of stays until the task at work is done.
  await setImmediate();
  collectGarbage();
  expect(over.deref()).toBeUndefined();
});

it('keeps no more than a hundred', async () => {
  const { previews, asked } = previewsOf();
  for (let page = 0; page <= 100; page += 1) await previews.find(`/${page}`);
  asked.length = 0;
  await previews.find('/1');
  await previews.find('/0');
  expect(asked).toEqual(['/0']);
});

it('keeps the tags, without the answers, of a page whose answers are too large', async () => {
  const { previews } = previewsOf({ ...preview, answers: answersOf(1_000_000) });
  const found = await previews.find('/a');
  expect(found).toMatchObject({ title: 'A page' });
  expect(found?.answers).toBeUndefined();
  const small = previewsOf({ ...preview, answers: answersOf(10) });
  expect((await small.previews.find('/a'))?.answers).toEqual(answersOf(10));
});

it('asks again after a failed request', async () => {
  const { previews, asked } = previewsOf({});
  expect(await previews.find('/a')).toBeNull();
  expect(await previews.find('/a')).toBeNull();
  expect(asked).toHaveLength(2);
});
