import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';

let backend: TestBackend;
let ann: Person;

beforeAll(async () => {
  backend = await startBackend();
  ann = await signUp(backend, 'ann');
});
afterAll(() => backend.stop());

/** The id of a drop that does not exist. */
const nowhere = '00000000-0000-4000-8000-000000000000';

/** The parts of an answer that could differ. */
const wholeOf = async (answer: Promise<Response>) => {
  const { status, headers } = await answer;
  const {
    date: _date,
    'x-request-id': _request,
    'x-sb-request-id': _sb,
    ...told
  } = Object.fromEntries(headers);
  return { status, told, body: await (await answer).text() };
};

const get = (path: string) => fetch(`${backend.url}${path}`);

test('robots.txt tells search engines where the sitemap is', async () => {
  expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${backend.url}/sitemap.xml`);
});

test('The sitemap lists public drops and their authors, and no others', async () => {
  const hermit = await signUp(backend, 'hermit');
  await hermit.client
    .from('profiles')
    .update({ is_private: true })
    .eq('user_id', hermit.id)
    .throwOnError();
  const open = await postDrop(ann);
  const closed = await postDrop(ann, { privacy_level: 'private' });
  const ofHermit = await postDrop(hermit);
  const response = await get('/sitemap.xml');
  expect(response.headers.get('content-type')).toContain('application/xml');
  const listed = await response.text();
  for (const path of ['/', '/faqs', '/ann', `/voice-drop/${open}`]) {
    expect(listed).toContain(`<loc>${backend.url}${path}</loc>`);
  }
  for (const path of ['/hermit', `/voice-drop/${closed}`, `/voice-drop/${ofHermit}`]) {
    expect(listed).not.toContain(path);
  }
});

test('oEmbed describes a public drop to other sites, and nothing of a private one', async () => {
  const open = await postDrop(ann, { title: 'Night bus' });
  const closed = await postDrop(ann, { privacy_level: 'private' });
  const embed = (id: string) =>
    get(`/oembed?url=${encodeURIComponent(`${backend.url}/voice-drop/${id}`)}`);
  const answer = await embed(open);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answer.json()).toMatchObject({
    title: 'Night bus by @ann',
    html: expect.stringContaining(`${backend.url}/embed/${open}`),
  });
  expect((await embed(closed)).status).toBe(404);
  expect(await wholeOf(embed(closed))).toEqual(await wholeOf(embed(nowhere)));
});

test('oEmbed does not believe a site address that the request names', async () => {
  const open = await postDrop(ann);
  const url = `https://elsewhere.example/voice-drop/${open}`;
  const answer = await get(`/oembed?url=${encodeURIComponent(url)}&site=https://elsewhere.example`);
  expect(answer.status).toBe(404);
});

test('The pages’ content security policy allows no inline code and no other origins', async () => {
  for (const path of ['/', '/auth', '/embed/1', '/nothing/here']) {
    const { headers } = await get(path);
    const policy = new Map(
      headers
        .get('content-security-policy')
        ?.split(';')
        .map((part) => part.trim().split(' '))
        .map(([name = '', ...sources]) => [name, sources]),
    );
    policy.delete('frame-ancestors');
    const sources = new Set([...policy.values()].flat());
    expect([...sources].sort()).toEqual(["'none'", "'self'", 'blob:', 'data:']);
    for (const name of ['default-src', 'script-src', 'style-src', 'connect-src', 'form-action']) {
      expect([name, policy.get(name)]).toEqual([name, ["'self'"]]);
    }
    expect([policy.get('object-src'), policy.get('base-uri')]).toEqual([["'none'"], ["'none'"]]);
  }
});

test('Only the small player may be framed', async () => {
  const policyOf = async (path: string) => {
    const { headers } = await get(path);
    return [headers.get('content-security-policy'), headers.get('x-frame-options')];
  };
  for (const player of ['/embed/1', '/Embed/1/', '/embed/1?x']) {
    expect(await policyOf(player)).toEqual([expect.stringContaining('frame-ancestors *'), null]);
  }
  for (const other of ['/about', '/embed', '/embed?x', '/embed/', '/embed//1', '/embed/1/2']) {
    expect(await policyOf(other)).toEqual([
      expect.stringContaining("frame-ancestors 'none'"),
      'DENY',
    ]);
  }
});

test('A title in Greek or Cyrillic is drawn in the preview image', async () => {
  const pictureOf = async (title: string) => {
    const drop = await postDrop(ann, { title });
    const picture = await get(`/functions/v1/preview-image?drop=${drop}`);
    return Buffer.from(await picture.arrayBuffer()).toString('base64');
  };
  const untitled = await pictureOf('夜行');
  expect(untitled).toBe(await pictureOf('심야'));
  for (const title of ['Νύχτα', 'Ночь']) expect(await pictureOf(title)).not.toBe(untitled);
});

test('A public drop has a preview image, and a private one has none', async () => {
  const open = await postDrop(ann, { title: 'Night bus' });
  const closed = await postDrop(ann, { privacy_level: 'private' });
  const picture = (id: string) => get(`/functions/v1/preview-image?drop=${id}`);
  const answer = await picture(open);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG');
  const looked = await fetch(answer.url, { method: 'HEAD' });
  expect([looked.status, looked.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await picture(closed)).status).toBe(404);
  expect(await wholeOf(picture(closed))).toEqual(await wholeOf(picture(nowhere)));
});
