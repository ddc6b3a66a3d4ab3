import { request } from 'node:http';
import { expect, it } from 'vitest';
import { errorOf } from '../fixtures/expected-errors.ts';
import { ann, bob, newKey, startStorage, wav } from '../fixtures/running-storage.ts';

const storage = await startStorage();

it('an upload stores the bytes and returns their key', async () => {
  const key = newKey();
  const response = await storage.upload(ann, `clips/${key}`);
  expect(await response.json()).toEqual({
    Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    Key: `clips/${key}`,
  });
  const back = await storage.fetch(ann, `/object/clips/${key}`);
  expect(back.headers.get('content-type')).toBe('audio/wav');
  expect(new Uint8Array(await back.arrayBuffer())).toEqual(wav(1000));
});

it('an upload can be a form with fields and a file', async () => {
  const key = newKey();
  const form = new FormData();
  form.append('cacheControl', '120');
  form.append('metadata', JSON.stringify({ take: 2 }));
  form.append('', new Blob([wav(300_000)], { type: 'audio/wav' }), 'blob');
  const response = await storage.fetch(ann, `/object/clips/${key}`, {
    method: 'POST',
    body: form,
  });
  expect(response.status).toBe(200);
  const info = await (await storage.fetch(ann, `/object/info/clips/${key}`)).json();
  expect(info).toMatchObject({
    name: key,
    size: 300_044,
    content_type: 'audio/wav',
    cache_control: 'max-age=120',
    metadata: { take: 2 },
  });
});

it('an upload to an existing key is rejected, and the object stays', async () => {
  const key = await storage.uploaded();
  const files = await storage.files();
  expect(await errorOf(await storage.upload(ann, `clips/${key}`, wav(10)))).toEqual({
    status: 400,
    statusCode: '409',
    error: 'Duplicate',
    code: 'KeyAlreadyExists',
  });
  expect(await storage.files()).toEqual(files);
});

it.each([
  ['POST', { 'x-upsert': 'true' }],
  ['PUT', {}],
])('an upload by %s %j replaces the object and removes the old bytes', async (method, headers) => {
  const key = await storage.uploaded();
  const before = await storage.files();
  const response = await storage.fetch(ann, `/object/clips/${key}`, {
    method,
    headers: { 'content-type': 'audio/wav', ...headers },
    body: wav(10),
  });
  expect(response.status).toBe(200);
  const back = await storage.fetch(ann, `/object/clips/${key}`);
  expect((await back.arrayBuffer()).byteLength).toBe(54);
  const after = await storage.files();
  expect(after).toHaveLength(before.length);
  expect(after).not.toEqual(before);
});

it('an upload needs no policy for select', async () => {
  const response = await storage.upload(ann, `drops/box/${crypto.randomUUID()}.wav`);
  expect(response.status).toBe(200);
});

it('an upload by the operator bypasses policies', async () => {
  const response = await storage.upload('operator', 'logos/logo.txt', 'logo', {
    'content-type': 'text/plain',
  });
  expect(response.status).toBe(200);
});

it('an unauthorised upload is rejected before its bytes have arrived', async () => {
  const response = await new Promise<number>((resolve, reject) => {
    const sending = request(
      `${storage.url}/object/clips/${newKey(bob)}`,
      {
        method: 'POST',
        headers: {
          apikey: 'sb_publishable_test',
          authorization: `Bearer ${ann}`,
          'content-type': 'audio/wav',
          'content-length': '900000',
        },
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
        sending.destroy();
      },
    );
    sending.on('error', reject);
    sending.write(wav(0));
  });
  expect(response).toBe(400);
});
