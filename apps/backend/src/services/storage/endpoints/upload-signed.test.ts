import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { denied, errorOf } from '../fixtures/answers.ts';
import { ann, bob, ended, newKey, startStorage, wav } from '../fixtures/running-storage.ts';

const storage = await startStorage();
afterEach(() => {
  vi.useRealTimers();
  ended.clear();
});

const answer = z.object({ url: z.string(), token: z.string() });

const sign = (who: string | null, key: string, headers: Record<string, string> = {}) =>
  storage.fetch(who, `/object/upload/sign/clips/${key}`, { method: 'POST', headers });

const signedFor = async (key: string, headers: Record<string, string> = {}) =>
  answer.parse(await (await sign(ann, key, headers)).json());

/** Uploads as a browser that has only the URL. */
const put = (url: string, body = wav(1000), mimeType = 'audio/wav') =>
  fetch(`${storage.url}${url}`, { method: 'PUT', headers: { 'content-type': mimeType }, body });

it('a signed upload URL lets anyone upload its object once, on the signer’s behalf', async () => {
  const key = newKey();
  const { url, token } = await signedFor(key);
  expect(url).toBe(`/object/upload/sign/clips/${key}?token=${token}`);
  expect(await (await put(url)).json()).toEqual({ Key: `clips/${key}` });
  const [row] = await storage.running.database.admin`
    select owner_id from storage.objects where name = ${key}`;
  expect(row).toEqual({ owner_id: ann });
  expect(await errorOf(await put(url))).toMatchObject({ code: 'KeyAlreadyExists' });
});

it('a signed upload URL replaces an object only when it was signed for that', async () => {
  const key = await storage.uploaded();
  expect(await errorOf(await sign(ann, key))).toMatchObject({ code: 'KeyAlreadyExists' });
  const { url } = await signedFor(key, { 'x-upsert': 'true' });
  expect((await put(url, wav(10))).status).toBe(200);
  const back = await storage.fetch(ann, `/object/clips/${key}`);
  expect((await back.arrayBuffer()).byteLength).toBe(54);
});

it('a signed upload URL is given only to callers that may upload there', async () => {
  expect(await errorOf(await sign(ann, newKey(bob)))).toEqual(denied);
  expect(await errorOf(await sign(null, newKey()))).toEqual(denied);
  const theirs = await storage.uploaded(bob);
  expect(await errorOf(await sign(ann, theirs, { 'x-upsert': 'true' }))).toEqual(denied);
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

it('an upload by signed URL is held to the bucket’s types and sizes, and its bytes are checked', async () => {
  const { url } = await signedFor(newKey());
  expect(await errorOf(await put(url, wav(1_000_001)))).toMatchObject({ code: 'EntityTooLarge' });
  for (const body of [wav(10), Buffer.from('<html>')]) {
    const mimeType = body.length === 54 ? 'audio/flac' : 'audio/wav';
    const response = await put(url, new Uint8Array(body), mimeType);
    expect(await errorOf(response)).toMatchObject({ code: 'InvalidMimeType' });
  }
  expect((await put(url)).status).toBe(200);
});

describe('when the signer’s session has ended', () => {
  const over = { status: 401, code: 'InvalidJWT' };

  it('the URL is refused', async () => {
    const { url } = await signedFor(newKey());
    const files = await storage.files();
    ended.add(ann);
    expect(await errorOf(await put(url))).toMatchObject(over);
    expect(await storage.files()).toEqual(files);
    ended.clear();
    expect((await put(url)).status).toBe(200);
  });

  it('an upload that began before is not stored, and leaves no bytes behind', async () => {
    const { url } = await signedFor(newKey());
    const files = await storage.files();
    const clip = wav(600_000);
    const headers = { 'content-type': 'audio/wav', 'content-length': String(clip.length) };
    const sending = request(`${storage.url}${url}`, { method: 'PUT', headers });
    const answered = once(sending, 'response');
    sending.write(clip.subarray(0, 300_000));
    await expect.poll(() => storage.files()).toHaveLength(files.length + 1);
    ended.add(ann);
    sending.end(clip.subarray(300_000));
    const [response] = z.tuple([z.instanceof(IncomingMessage)]).parse(await answered);
    expect(response.statusCode).toBe(401);
    expect(JSON.parse(await text(response))).toMatchObject({ code: 'InvalidJWT' });
    await expect.poll(() => storage.files()).toEqual(files);
  });

  it('a URL that the secret key signed stays valid, since it has no session', async () => {
    const key = newKey();
    const { url } = answer.parse(await (await sign('operator', key)).json());
    ended.add(ann);
    expect((await put(url)).status).toBe(200);
  });
});
