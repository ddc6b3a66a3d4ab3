import pino from 'pino';
import { expect, it } from 'vitest';
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

it('asks once for all requests at once, and again for each later one', async () => {
  const { previews, asked } = previewsOf();
  await Promise.all([
    previews.find('/a', '192.0.2.1'),
    previews.find('/a', '192.0.2.1'),
    previews.find('/b', '192.0.2.2'),
  ]);
  expect(asked).toEqual(['/a', '/b']);
  expect(await previews.find('/a', '192.0.2.1')).toMatchObject({ title: 'A page' });
  expect(asked).toEqual(['/a', '/b', '/a']);
});

it('asks again after a failed request', async () => {
  const { previews, asked } = previewsOf({});
  expect(await previews.find('/a', '192.0.2.1')).toBeNull();
  expect(await previews.find('/a', '192.0.2.1')).toBeNull();
  expect(asked).toHaveLength(2);
});
