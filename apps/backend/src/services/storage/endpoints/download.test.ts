import { expect, it } from 'vitest';
import { errorOf, missing } from '../fixtures/answers.ts';
import { ann, bob, newKey, startStorage } from '../fixtures/running-storage.ts';

const storage = await startStorage();

it('a private object is sent to callers whose policies let them read it, and to no others', async () => {
  const key = await storage.uploaded();
  expect((await storage.fetch(ann, `/object/authenticated/clips/${key}`)).status).toBe(200);
  expect(await errorOf(await storage.fetch(bob, `/object/clips/${key}`))).toEqual(missing);
  expect(await errorOf(await storage.fetch(null, `/object/clips/${key}`))).toEqual(missing);
  expect(await errorOf(await storage.fetch(null, `/object/public/clips/${key}`))).toMatchObject({
    statusCode: '404',
    code: 'NoSuchBucket',
  });
});

it('an object of a public bucket is sent to anyone, without an api key', async () => {
  await storage.upload('operator', 'logos/public.txt', 'hello', { 'content-type': 'text/plain' });
  const response = await fetch(`${storage.url}/object/public/logos/public.txt`);
  expect(await response.text()).toBe('hello');
  expect(response.headers.get('cache-control')).toBe('public, max-age=60');
});

it('a download from a private bucket requires an api key, and a valid token', async () => {
  const key = await storage.uploaded();
  const response = await fetch(`${storage.url}/object/clips/${key}`);
  expect(await errorOf(response)).toMatchObject({ status: 401, statusCode: '401' });
  expect(await errorOf(await storage.fetch('forged', `/object/clips/${key}`))).toMatchObject({
    status: 401,
    code: 'InvalidJWT',
  });
});

it('a download says which caches may keep a copy, and for how long', async () => {
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
])('a download of the range %s gets that part', async (range, contentRange, length) => {
  const key = await storage.uploaded();
  const response = await storage.fetch(ann, `/object/clips/${key}`, { headers: { range } });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(contentRange);
  expect((await response.arrayBuffer()).byteLength).toBe(length);
});

it('a download of a range beyond the end is refused with the size', async () => {
  const key = await storage.uploaded();
  const response = await storage.fetch(ann, `/object/clips/${key}`, {
    headers: { range: 'bytes=2000-' },
  });
  expect(response.headers.get('content-range')).toBe('bytes */1044');
  expect(await errorOf(response)).toMatchObject({ status: 416, code: 'InvalidRange' });
});

it('a download of a range gets a part only of the version that the client has the rest of', async () => {
  const key = await storage.uploaded();
  const etag = (await storage.fetch(ann, `/object/clips/${key}`)).headers.get('etag') ?? '';
  const range = (ifRange: string) =>
    storage.fetch(ann, `/object/clips/${key}`, {
      headers: { range: 'bytes=0-1', 'if-range': ifRange },
    });
  expect((await range(etag)).status).toBe(206);
  expect((await range('"another"')).status).toBe(200);
});

it('a download gets 304 when the client has a current copy', async () => {
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

it('HEAD gets the headers alone', async () => {
  const key = await storage.uploaded();
  const response = await storage.fetch(ann, `/object/clips/${key}`, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe('1044');
  const absent = await storage.fetch(ann, `/object/clips/${newKey()}`, { method: 'HEAD' });
  expect(absent.status).toBe(400);
});

it('an empty object is sent without a body', async () => {
  const key = `${ann}/empty.txt`;
  await storage.upload(ann, `clips/${key}`, '', { 'content-type': 'text/plain' });
  const response = await storage.fetch(ann, `/object/clips/${key}`);
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBe(0);
});

it.each([
  ['?download', 'attachment'],
  ['?download=my%20take.wav', "attachment; filename=my%20take.wav; filename*=UTF-8''my%20take.wav"],
  ['', null],
])('a download with the query %j names the attachment', async (query, disposition) => {
  const key = await storage.uploaded();
  const response = await storage.fetch(ann, `/object/clips/${key}${query}`);
  expect(response.headers.get('content-disposition')).toBe(disposition);
});

it.each([
  ['text/html', 'text/plain'],
  ['image/svg+xml', 'image/svg+xml'],
])('a download never lets a browser show %s', async (mimeType, servedAs) => {
  const key = crypto.randomUUID();
  await storage.upload('operator', `logos/${key}`, '<svg/>', { 'content-type': mimeType });
  const { headers } = await fetch(`${storage.url}/object/public/logos/${key}`);
  expect(headers.get('content-type')).toBe(servedAs);
  expect(headers.get('content-disposition')).toBe('attachment');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});
