import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ByteRange } from '../../../http/byte-range.ts';
import { FileBody } from './file-body.ts';

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
let folder: string;
let path: string;
let server: Server;
let url: URL;
/** The body that the server sends next. */
let next: FileBody;
const onFailure = vi.fn<(error: unknown) => void>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-part-'));
  path = join(folder, 'file');
  await writeFile(path, bytes);
  server = createServer((_request, response) => void next.sendTo(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
beforeEach(() => onFailure.mockClear());
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Makes the server send a part of a file in its next response. */
const offer = async (range: ByteRange, file = path) => {
  const handle = await open(file);
  next = new FileBody(handle, range, onFailure);
  return { read: vi.spyOn(handle, 'read'), close: vi.spyOn(handle, 'close') };
};

it.each([
  [0, 299_999],
  [0, 0],
  [65_535, 65_536],
  [1, 299_998],
])('a file body sends the bytes from %d to %d and closes its file', async (start, end) => {
  const { close } = await offer({ start, end });
  const sent = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(sent.equals(bytes.subarray(start, end + 1))).toBe(true);
  await expect.poll(() => close).toHaveBeenCalledOnce();
  expect(onFailure).not.toHaveBeenCalled();
});

it('file bodies send different parts of a file to many clients at once', async () => {
  const starts = Array.from({ length: 20 }, (_, index) => index * 1000);
  const sent = await Promise.all(
    starts.map(async (start) => {
      const handle = await open(path);
      const part = new FileBody(handle, { start, end: 299_999 }, onFailure);
      const one = createServer((_request, response) => void part.sendTo(response));
      await once(one.listen(0, '127.0.0.1'), 'listening');
      const address = one.address();
      const port = typeof address === 'object' ? address?.port : '';
      const body = await (await fetch(`http://127.0.0.1:${port}`)).arrayBuffer();
      one.closeAllConnections();
      one.close();
      return Buffer.from(body);
    }),
  );
  starts.forEach((start, index) => {
    expect(sent[index]?.equals(bytes.subarray(start))).toBe(true);
  });
});

it('a file body reads no faster than its client, and closes the file when the client disconnects', async () => {
  const long = join(folder, 'long');
  const size = 64 * 1024 * 1024;
  await writeFile(long, Buffer.alloc(size));
  const { read, close } = await offer({ start: 0, end: size - 1 }, long);
  const socket = connect(Number(url.port), url.hostname);
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  await expect.poll(() => read).toHaveBeenCalled();
  socket.destroy();
  await expect.poll(() => close).toHaveBeenCalledOnce();
  expect(read.mock.calls.length).toBeLessThan(size / 65_536 / 2);
  expect(onFailure).not.toHaveBeenCalled();
});

it('a file body ends the connection and reports an error if its file is too short', async () => {
  const { close } = await offer({ start: 299_999, end: 300_010 });
  await expect(fetch(url).then((response) => response.arrayBuffer())).rejects.toThrow('terminated');
  await expect.poll(() => close).toHaveBeenCalledOnce();
  expect(onFailure.mock.calls).toMatchObject([[{ message: expect.stringContaining('shorter') }]]);
});

it('a file body that is dropped closes its file', async () => {
  const { close } = await offer({ start: 0, end: 1 });
  await next.discard();
  expect(close).toHaveBeenCalledOnce();
});
