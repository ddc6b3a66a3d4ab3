import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { errorOf } from '../fixtures/expected-errors.ts';
import { ann, ended, newKey, startStorage, wav } from '../fixtures/running-storage.ts';

const storage = await startStorage();
afterEach(() => {
  vi.useRealTimers();
  ended.clear();
});

const signedUpload = z.object({ url: z.string(), token: z.string() });

const sign = (who: string | null, key: string, headers: Record<string, string> = {}) =>
  storage.fetch(who, `/object/upload/sign/clips/${key}`, { method: 'POST', headers });

const signedFor = async (key: string, headers: Record<string, string> = {}) =>
  signedUpload.parse(await (await sign(ann, key, headers)).json());

/** Uploads as a browser that has only the URL. */
const put = (url: string, body = wav(1000), mimeType = 'audio/wav') =>
  fetch(`${storage.url}${url}`, { method: 'PUT', headers: { 'content-type': mimeType }, body });

it('a signed upload URL allows anyone to upload its object once, on the signer’s behalf', async () => {
  const key = newKey();
  const { url, token } = await signedFor(key);
  expect(url).toBe(`/object/upload/sign/clips/${key}?token=${token}`);
  expect(await (await put(url)).json()).toEqual({ Key: `clips/${key}` });
  const [row] = await storage.running.database.admin`
    select owner_id from storage.objects where name = ${key}`;
  expect(row).toEqual({ owner_id: ann });
  expect(await errorOf(await put(url))).toMatchObject({ code: 'KeyAlreadyExists' });
});

it('a signed upload URL replaces an object only if it was signed with x-upsert', async () => {
  const key = await storage.uploaded();
  expect(await errorOf(await sign(ann, key))).toMatchObject({ code: 'KeyAlreadyExists' });
  const { url } = await signedFor(key, { 'x-upsert': 'true' });
  expect((await put(url, wav(10))).status).toBe(200);
  const back = await storage.fetch(ann, `/object/clips/${key}`);
  expect((await back.arrayBuffer()).byteLength).toBe(54);
});

it('a signed upload URL is valid for one object, for uploading, and until it expires', async () => {
  const key = newKey();
  const { url, token } = await signedFor(key);
  const files = await storage.files();
  const signature = { code: 'InvalidSignature' };
  expect(await errorOf(await put(url.replace(key, newKey())))).toMatchObject(signature);
  expect(
    await errorOf(await fetch(`${storage.url}/object/sign/clips/${key}?token=${token}`)),
  ).toMatchObject(signature);
  expect(await errorOf(await put(`${url}x`))).toMatchObject({ code: 'InvalidJWT' });
  expect(await errorOf(await put(url.split('?')[0] ?? ''))).toMatchObject({
    code: 'InvalidRequest',
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60 * 60 * 1000 + 1000 });
  expect(await errorOf(await put(url))).toMatchObject({ code: 'InvalidJWT' });
  expect(await storage.files()).toEqual(files);
});

it('a signed URL for reading is not valid for uploading', async () => {
  const key = await storage.uploaded();
  const response = await storage.post(ann, `/object/sign/clips/${key}`, { expiresIn: 60 });
  const { signedURL } = z.object({ signedURL: z.string() }).parse(await response.json());
  expect(
    await errorOf(await put(signedURL.replace('/object/sign/', '/object/upload/sign/'))),
  ).toMatchObject({ code: 'InvalidSignature' });
});

it('an upload by signed URL must have a type, a size and bytes that the bucket accepts', async () => {
  const { url } = await signedFor(newKey());
  expect(await errorOf(await put(url, wav(1_000_001)))).toMatchObject({ code: 'EntityTooLarge' });
  for (const body of [wav(10), Buffer.from('<html>')]) {
    const mimeType = body.length === 54 ? 'audio/flac' : 'audio/wav';
    const response = await put(url, new Uint8Array(body), mimeType);
    expect(await errorOf(response)).toMatchObject({ code: 'InvalidMimeType' });
  }
  expect((await put(url)).status).toBe(200);
});

it('an upload by signed URL is not stored if the signer’s session ends during the upload', async () => {
  const { url } = await signedFor(newKey());
  const files = await storage.files();
  const clip = wav(600_000);
  const headers = { 'content-type': 'audio/wav', 'content-length': String(clip.length) };
  const sending = request(`${storage.url}${url}`, { method: 'PUT', headers });
  const responded = once(sending, 'response');
  sending.write(clip.subarray(0, 300_000));
  await expect.poll(() => storage.files()).toHaveLength(files.length + 1);
  ended.add(ann);
  sending.end(clip.subarray(300_000));
  const [response] = z.tuple([z.instanceof(IncomingMessage)]).parse(await responded);
  expect(response.statusCode).toBe(401);
  expect(JSON.parse(await text(response))).toMatchObject({ code: 'InvalidJWT' });
  await expect.poll(() => storage.files()).toEqual(files);
});
