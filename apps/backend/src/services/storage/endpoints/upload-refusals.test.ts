import { request } from 'node:http';
import { expect, it } from 'vitest';
import { errorOf, missing } from '../fixtures/answers.ts';
import { ann, bob, mp3, newKey, startStorage, wav } from '../fixtures/running-storage.ts';

const storage = await startStorage();

it.each([
  ['a length that says so', wav(1_000_001)],
  ['chunks that go on', new Blob([wav(1_000_001)]).stream()],
])('an upload stops at the bucket’s size limit, known from %s', async (_how, body) => {
  const files = await storage.files();
  const response = await storage.fetch(ann, `/object/clips/${newKey()}`, {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body,
    duplex: 'half',
  });
  expect(await errorOf(response)).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' });
  expect(await storage.files()).toEqual(files);
});

it('an upload in a form stops at the size limit', async () => {
  const files = await storage.files();
  const form = new FormData();
  form.append('', new Blob([wav(1_000_001)], { type: 'audio/wav' }), 'blob');
  const response = await storage.fetch(ann, `/object/clips/${newKey()}`, {
    method: 'POST',
    body: form,
  });
  expect(await errorOf(response)).toMatchObject({ statusCode: '413' });
  expect(await storage.files()).toEqual(files);
});

it('an upload of exactly the size limit is stored', async () => {
  const response = await storage.upload(ann, `clips/${newKey()}`, wav(1_000_000 - 44));
  expect(response.status).toBe(200);
});

it('an upload of a media type that the bucket does not accept is refused', async () => {
  const response = await storage.upload(ann, `clips/${newKey()}`, wav(1), {
    'content-type': 'audio/flac',
  });
  expect(await errorOf(response)).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' });
});

it('an upload whose bytes do not match its media type is refused', async () => {
  const files = await storage.files();
  const response = await storage.upload(
    ann,
    `clips/${newKey()}`,
    '<html><script>alert(1)</script>',
  );
  expect(await errorOf(response)).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' });
  expect(await storage.files()).toEqual(files);
});

it.each([
  ['an MP3', 'audio/wav', mp3(10)],
  ['a WAV file', 'audio/mpeg', wav(10)],
  ['HTML', 'audio/mpeg', '<html>'],
  ['no bytes', 'audio/mpeg', ''],
])('an upload of %s as %s is refused', async (_what, type, body) => {
  const files = await storage.files();
  const response = await storage.upload(ann, `clips/${newKey()}`, body, { 'content-type': type });
  expect(await errorOf(response)).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' });
  expect(await storage.files()).toEqual(files);
});

it('an upload to a bucket that does not exist is refused', async () => {
  expect(await errorOf(await storage.upload(ann, `nowhere/${newKey()}`))).toMatchObject({
    statusCode: '404',
    code: 'NoSuchBucket',
  });
});

it.each([
  ['unicode', encodeURIComponent('späť.wav')],
  ['a percent sign', '100%25.wav'],
  ['a broken escape', '100%.wav'],
  ['an escaped dot segment', `..%2F${bob}%2Fx.wav`],
  ['a backslash', 'a%5Cb.wav'],
  ['a zero byte', 'a%00b.wav'],
  ['more than 1024 bytes', 'a'.repeat(1024)],
])('an upload to a key with %s is refused', async (_what, name) => {
  expect(await errorOf(await storage.upload(ann, `clips/${ann}/${name}`))).toMatchObject({
    statusCode: '400',
    code: 'InvalidKey',
  });
});

it('an upload to a key of the other characters that Supabase accepts is stored', async () => {
  const key = `${ann}/My take (1) & more's=@$;:+,-_.!*.wav`;
  const response = await storage.upload(ann, `clips/${encodeURI(key)}`);
  expect(await response.json()).toMatchObject({ Key: `clips/${key}` });
  expect((await storage.fetch(ann, `/object/clips/${encodeURI(key)}`)).status).toBe(200);
});

it.each([
  ['without a file', 'multipart/form-data; boundary=x', '--x--\r\n'],
  ['without a boundary', 'multipart/form-data', 'x'],
  [
    'cut short',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name=""; filename="b"\r\ncontent-type: text/plain\r\n\r\nhel',
  ],
])('an upload in a form %s is refused', async (_what, contentType, body) => {
  const files = await storage.files();
  const response = await storage.upload(ann, `clips/${newKey()}`, body, {
    'content-type': contentType,
  });
  expect(await errorOf(response)).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
  expect(await storage.files()).toEqual(files);
});

it.each(['audio/wav', 'multipart/form-data; boundary=x'])(
  'an upload (%s) whose client disconnects leaves nothing behind',
  async (contentType) => {
    const files = await storage.files();
    const key = newKey();
    const sending = request(`${storage.url}/object/clips/${key}`, {
      method: 'POST',
      headers: {
        apikey: 'sb_publishable_test',
        authorization: `Bearer ${ann}`,
        'content-type': contentType,
        'content-length': '900000',
      },
    });
    sending.on('error', () => undefined);
    sending.write(
      contentType === 'audio/wav'
        ? wav(100_000)
        : '--x\r\ncontent-disposition: form-data; name=""; filename="b"\r\ncontent-type: text/plain\r\n\r\nhello',
    );
    await expect.poll(() => storage.files()).toHaveLength(files.length + 1);
    sending.destroy();
    await expect.poll(() => storage.files()).toHaveLength(files.length);
    expect(await errorOf(await storage.fetch(ann, `/object/clips/${key}`))).toEqual(missing);
  },
);
