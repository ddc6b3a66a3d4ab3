import { request } from 'node:http';
import { expect, it } from 'vitest';
import { errorOf, missing } from '../fixtures/expected-errors.ts';
import { ann, disk, mp3, newKey, startStorage, wav } from '../fixtures/running-storage.ts';

const storage = await startStorage();

const form = () => {
  const fields = new FormData();
  fields.append('', new Blob([wav(1_000_001)], { type: 'audio/wav' }), 'blob');
  return fields;
};

it.each([
  ['with a Content-Length', wav(1_000_001)],
  ['in chunks', new Blob([wav(1_000_001)]).stream()],
  ['in a form', form()],
])('an upload %s is rejected if it exceeds the bucket’s size limit', async (_title, body) => {
  const files = await storage.files();
  const response = await storage.fetch(ann, `/object/clips/${newKey()}`, {
    method: 'POST',
    ...(body instanceof FormData ? {} : { headers: { 'content-type': 'audio/wav' } }),
    body,
    duplex: 'half',
  });
  expect(await errorOf(response)).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' });
  expect(await storage.files()).toEqual(files);
});

it('an upload of exactly the size limit is stored', async () => {
  const response = await storage.upload(ann, `clips/${newKey()}`, wav(1_000_000 - 44));
  expect(response.status).toBe(200);
});

it.each([
  ['a type that the bucket does not accept', 'audio/flac', wav(1)],
  ['HTML', 'audio/wav', '<html><script>alert(1)</script>'],
  ['an MP3', 'audio/wav', mp3(10)],
  ['a WAV file', 'audio/mpeg', wav(10)],
  ['HTML', 'audio/mpeg', '<html>'],
  ['no bytes', 'audio/mpeg', ''],
])('an upload of %s as %s is rejected', async (_title, type, body) => {
  const files = await storage.files();
  const response = await storage.upload(ann, `clips/${newKey()}`, body, { 'content-type': type });
  expect(await errorOf(response)).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' });
  expect(await storage.files()).toEqual(files);
});

it('an upload to a bucket that does not exist is rejected', async () => {
  expect(await errorOf(await storage.upload(ann, `nowhere/${newKey()}`))).toMatchObject({
    statusCode: '404',
    code: 'NoSuchBucket',
  });
});

it('an upload is stored at a key of all characters that Supabase accepts', async () => {
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
])('an upload in a form %s is rejected', async (_title, contentType, body) => {
  const files = await storage.files();
  const response = await storage.upload(ann, `clips/${newKey()}`, body, {
    'content-type': contentType,
  });
  expect(await errorOf(response)).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
  expect(await storage.files()).toEqual(files);
});

it.each(['audio/wav', 'multipart/form-data; boundary=x'])(
  'an upload (%s) whose client disconnects leaves no file and no object',
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

it.each([
  ['1 GB of a large disk', 100e9, 1e9],
  ['5 % of a small disk', 2e9, 0.1e9],
])(
  'an upload is refused with 507 while less than %s is free, and writes to the database go on',
  async (_title, total, reserve) => {
    const { free, total: before } = disk;
    const files = await storage.files();
    const key = await storage.uploaded();
    Object.assign(disk, { total, free: reserve - 1 });
    try {
      // A measurement is used for a moment.
      await expect
        .poll(async () => (await storage.upload(ann, `clips/${newKey()}`)).status)
        .toBe(507);
      expect(await errorOf(await storage.upload(ann, `clips/${newKey()}`))).toMatchObject({
        status: 507,
        code: 'DiskFull',
        statusCode: '507',
      });
      expect((await storage.fetch(ann, `/object/clips/${key}`, { method: 'DELETE' })).status).toBe(
        200,
      );
      Object.assign(disk, { free: reserve });
      await expect
        .poll(async () => (await storage.upload(ann, `clips/${newKey()}`)).status)
        .toBe(200);
      expect((await storage.files()).length).toBeGreaterThan(files.length);
    } finally {
      Object.assign(disk, { free, total: before });
    }
  },
);
