import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { streamFile } from './file-stream.ts';

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-stream-'));
  path = join(folder, 'file');
  await writeFile(path, bytes);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const stream = async (start: number, end: number) => {
  const handle = await open(path);
  return {
    handle,
    read: vi.spyOn(handle, 'read'),
    close: vi.spyOn(handle, 'close'),
    body: streamFile(handle, { start, end }),
  };
};

it.each([
  [0, 299_999],
  [0, 0],
  [65_535, 65_536],
  [1, 299_998],
])('gives the bytes from %d to %d and closes the file', async (start, end) => {
  const { body, close } = await stream(start, end);
  const read = Buffer.from(await new Response(body).arrayBuffer());
  expect(read.equals(bytes.subarray(start, end + 1))).toBe(true);
  expect(close).toHaveBeenCalledOnce();
});

it('reads no further than it is read, and closes the file when the reader goes away', async () => {
  const { body, read, close } = await stream(0, 299_999);
  const reader = body.getReader();
  expect(read).not.toHaveBeenCalled();
  await reader.read();
  expect(read).toHaveBeenCalledOnce();
  await reader.cancel();
  expect(close).toHaveBeenCalledOnce();
});

it('breaks off where the file is shorter than it should be', async () => {
  const { body, close } = await stream(299_999, 300_010);
  await expect(new Response(body).arrayBuffer()).rejects.toThrow('shorter');
  expect(close).toHaveBeenCalledOnce();
});
