import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BufferedFileWriter } from './buffered-file-writer.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-writes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const begin = async (name: string, permission = Promise.resolve()) => {
  const path = join(folder, name);
  const handle = await open(path, 'wx');
  const writes = new BufferedFileWriter(handle, permission);
  return { path, handle, writev: vi.spyOn(handle, 'writev'), writes };
};

const chunk = (value: number) => Buffer.alloc(60_000, value);
const values = Array.from({ length: 40 }, (_, index) => index);

it('a buffered writer writes all chunks in order, many in one write', async () => {
  const { path, handle, writev, writes } = await begin('whole');
  for (const value of values) await writes.add(chunk(value));
  await writes.finish();
  await handle.close();
  expect((await readFile(path)).equals(Buffer.concat(values.map(chunk)))).toBe(true);
  expect(writev.mock.calls.length).toBeLessThan(8);
});

it('a buffered writer without chunks writes nothing', async () => {
  const { handle, writev, writes } = await begin('empty');
  await writes.finish();
  await handle.close();
  expect(writev).not.toHaveBeenCalled();
});

it('a buffered writer waits for permission, and buffers no more than one batch until then', async () => {
  const { promise: permission, resolve } = Promise.withResolvers<void>();
  const { path, handle, writev, writes } = await begin('permitted', permission);
  const taken = values.slice(0, 9).map((value) => writes.add(chunk(value)));
  expect(taken.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => null));
  expect(taken[8]).toBeInstanceOf(Promise);
  expect(writev).not.toHaveBeenCalled();
  resolve();
  await writes.finish();
  await handle.close();
  expect((await readFile(path)).length).toBe(9 * 60_000);
});

it('a buffered writer writes nothing if permission is rejected', async () => {
  const { promise: permission, reject } = Promise.withResolvers<void>();
  const { handle, writev, writes } = await begin('refused', permission);
  expect(writes.add(chunk(1))).toBeNull();
  reject(new Error('no'));
  await expect(writes.finish()).rejects.toThrow('no');
  await handle.close();
  expect(writev).not.toHaveBeenCalled();
});

it('a buffered writer rejects with the error of a full disk, in finish at the latest', async () => {
  const { handle, writev, writes } = await begin('full');
  writev.mockRejectedValue(new Error('no space left on device'));
  for (const value of values.slice(0, 9)) await writes.add(chunk(value));
  await expect(writes.finish()).rejects.toThrow('no space');
  await handle.close();
});

it('a buffered writer writes the rest of a batch that was written in part', async () => {
  const { path, handle, writev, writes } = await begin('partly');
  writev.mockImplementationOnce(async (buffers) => {
    await handle.appendFile(Buffer.from('hel'));
    return { bytesWritten: 3, buffers };
  });
  await writes.add(Buffer.from('hello'));
  await writes.finish();
  await handle.close();
  expect(await readFile(path, 'utf8')).toBe('hello');
});
