import pino from 'pino';
import { expect, it } from 'vitest';
import { preview } from './fixtures/preview.ts';
import { PagePreviews } from './page-previews.ts';

/** Previews of a project that has the same preview for each page, and the requested paths. */
const previewsOf = (body: object = preview) => {
  const requested: (string | null)[] = [];
  const previews = new PagePreviews(
    async (_name, query) => {
      requested.push(query.get('path'));
      return Response.json(body);
    },
    pino({ level: 'silent' }),
  );
  return { previews, requested };
};

it('a preview is read once for simultaneous requests of a client, and again for others and later ones', async () => {
  const { previews, requested } = previewsOf();
  await Promise.all([
    previews.find('/a', '192.0.2.1'),
    previews.find('/a', '192.0.2.1'),
    previews.find('/a', '192.0.2.2'),
  ]);
  expect(requested).toEqual(['/a', '/a']);
  expect(await previews.find('/a', '192.0.2.1')).toMatchObject({ title: 'A page' });
  expect(requested).toEqual(['/a', '/a', '/a']);
});

it('a preview is read again after a failure', async () => {
  const { previews, requested } = previewsOf({});
  expect(await previews.find('/a', '192.0.2.1')).toBeNull();
  expect(await previews.find('/a', '192.0.2.1')).toBeNull();
  expect(requested).toHaveLength(2);
});
