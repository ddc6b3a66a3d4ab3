import { expect, it } from 'vitest';
import { errorOf } from '../fixtures/expected-errors.ts';
import { ann, newKey, startStorage } from '../fixtures/running-storage.ts';

const storage = await startStorage();

it('a download from a public bucket needs no api key', async () => {
  await storage.upload('operator', 'logos/public.txt', 'hello', { 'content-type': 'text/plain' });
  const response = await fetch(`${storage.url}/object/public/logos/public.txt`);
  expect(await response.text()).toBe('hello');
  expect(response.headers.get('cache-control')).toBe('public, max-age=60');
});

it('a download from a private bucket needs an api key and a valid token', async () => {
  const key = await storage.uploaded();
  const response = await fetch(`${storage.url}/object/clips/${key}`);
  expect(await errorOf(response)).toMatchObject({ status: 401, statusCode: '401' });
  expect(await errorOf(await storage.fetch('forged', `/object/clips/${key}`))).toMatchObject({
    status: 401,
    code: 'InvalidJWT',
  });
});

it('a download from a private bucket is answered at its own path, and not at the public one', async () => {
  const key = await storage.uploaded();
  expect((await storage.fetch(ann, `/object/authenticated/clips/${key}`)).status).toBe(200);
  expect(await errorOf(await fetch(`${storage.url}/object/public/clips/${key}`))).toMatchObject({
    statusCode: '404',
    code: 'NoSuchBucket',
  });
});

it('a download from a private bucket may be cached by its client only', async () => {
  const key = await storage.uploaded();
  const { headers } = await storage.fetch(ann, `/object/clips/${key}`);
  expect(headers.get('cache-control')).toBe('private, max-age=60');
  expect(headers.get('vary')).toContain('authorization');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

it.each([
  ['bytes=0-43', 'bytes 0-43/1044', 44],
  ['bytes=44-', 'bytes 44-1043/1044', 1000],
  ['bytes=-10', 'bytes 1034-1043/1044', 10],
  ['bytes=1000-9999', 'bytes 1000-1043/1044', 44],
])('a download of the range %s has that part', async (range, contentRange, length) => {
  const key = await storage.uploaded();
  const response = await storage.fetch(ann, `/object/clips/${key}`, { headers: { range } });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(contentRange);
  expect((await response.arrayBuffer()).byteLength).toBe(length);
});

it('a download of a range beyond the end is rejected with the size', async () => {
  const key = await storage.uploaded();
  const response = await storage.fetch(ann, `/object/clips/${key}`, {
    headers: { range: 'bytes=2000-' },
  });
  expect(response.headers.get('content-range')).toBe('bytes */1044');
  expect(await errorOf(response)).toMatchObject({ status: 416, code: 'InvalidRange' });
});

it('a download has only a part if the client has the rest of this version, and requests one range', async () => {
  const key = await storage.uploaded();
  const { headers } = await storage.fetch(ann, `/object/clips/${key}`);
  const statusOf = async (range: string, ifRange: string) => {
    const part = { range, 'if-range': ifRange };
    return (await storage.fetch(ann, `/object/clips/${key}`, { headers: part })).status;
  };
  const etag = headers.get('etag') ?? '';
  expect(headers.get('accept-ranges')).toBe('bytes');
  expect(await statusOf('bytes=0-1', etag)).toBe(206);
  expect(await statusOf('bytes=0-1', '"older"')).toBe(200);
  // Hosted Storage answers a request for several ranges with the whole file.
  expect(await statusOf('bytes=0-1,4-5', etag)).toBe(200);
});

it('a HEAD request is answered with the headers of the object alone', async () => {
  const head = (key: string) => storage.fetch(ann, `/object/clips/${key}`, { method: 'HEAD' });
  const { status, headers } = await head(await storage.uploaded());
  expect([status, headers.get('content-length')]).toEqual([200, '1044']);
  expect((await head(newKey())).status).toBe(400);
});

it('a download is answered with 304 if the client has a current copy', async () => {
  const key = await storage.uploaded();
  const { headers } = await storage.fetch(ann, `/object/clips/${key}`);
  const again = (name: string, value: string | null) =>
    storage.fetch(ann, `/object/clips/${key}`, { headers: { [name]: value ?? '' } });
  expect((await again('if-none-match', headers.get('etag'))).status).toBe(304);
  expect((await again('if-none-match', `"x", W/${headers.get('etag')}`)).status).toBe(304);
  expect((await again('if-none-match', '"x"')).status).toBe(200);
  expect((await again('if-modified-since', headers.get('last-modified'))).status).toBe(304);
  expect((await again('if-modified-since', 'Thu, 01 Jan 1970 00:00:00 GMT')).status).toBe(200);
});

it('a download of an empty object has no body', async () => {
  const key = `${ann}/empty.txt`;
  await storage.upload(ann, `clips/${key}`, '', { 'content-type': 'text/plain' });
  const response = await storage.fetch(ann, `/object/clips/${key}`);
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBe(0);
});

it.each([
  ['text/html', 'text/plain'],
  ['image/svg+xml', 'image/svg+xml'],
])('a download of %s cannot be rendered by a browser', async (mimeType, servedAs) => {
  const key = crypto.randomUUID();
  await storage.upload('operator', `logos/${key}`, '<svg/>', { 'content-type': mimeType });
  const { headers } = await fetch(`${storage.url}/object/public/logos/${key}`);
  expect(headers.get('content-type')).toBe(servedAs);
  expect(headers.get('content-disposition')).toBe('attachment');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});
