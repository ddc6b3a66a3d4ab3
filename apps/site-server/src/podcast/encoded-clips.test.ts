import { expect, it, vi } from 'vitest';
import { BusyError, EncodedClips, UnencodableError } from './encoded-clips.ts';

const MEGABYTE = 1024 * 1024;

it('a clip is encoded once for simultaneous and later requests', async () => {
  const encode = vi.fn<(wav: Uint8Array) => Promise<Uint8Array>>(async (wav) => wav);
  const clips = new EncodedClips(encode);
  const read = async () => Uint8Array.of(1, 2);
  const found = await Promise.all([clips.find('a', read), clips.find('a', read)]);
  expect([...found, await clips.find('a', read)]).toEqual([
    Uint8Array.of(1, 2),
    Uint8Array.of(1, 2),
    Uint8Array.of(1, 2),
  ]);
  expect(encode).toHaveBeenCalledOnce();
});

it('one clip is encoded at a time, and a request is rejected when too many wait', async () => {
  const ends: (() => void)[] = [];
  const clips = new EncodedClips((wav) => new Promise((resolve) => ends.push(() => resolve(wav))));
  const read = async () => Uint8Array.of(1);
  const first = Array.from({ length: 21 }, (_, index) => clips.find(`${index}`, read));
  await expect(clips.find('one more', read)).rejects.toBeInstanceOf(BusyError);
  for (let ended = 0; ended < 21; ended += 1) {
    await vi.waitFor(() => expect(ends).toHaveLength(ended + 1));
    ends[ended]?.();
  }
  await Promise.all(first);
});

it('a clip that could not be read is read again at the next request', async () => {
  const clips = new EncodedClips(async (wav) => wav);
  const fails = () => Promise.reject(new Error('unreachable'));
  await expect(clips.find('a', fails)).rejects.toThrow('unreachable');
  await vi.waitFor(async () =>
    expect(await clips.find('a', async () => Uint8Array.of(7))).toEqual(Uint8Array.of(7)),
  );
});

it('a file that cannot be encoded is tried once, and others are encoded after it', async () => {
  const encode = vi.fn<(wav: Uint8Array) => Promise<Uint8Array>>(async ([first]) => {
    if (first === 0) throw new Error('no recording');
    return Uint8Array.of(7);
  });
  const clips = new EncodedClips(encode);
  const read = vi.fn<() => Promise<Uint8Array>>(async () => Uint8Array.of(0));
  for (const _ of [1, 2]) {
    await expect(clips.find('a', read)).rejects.toBeInstanceOf(UnencodableError);
  }
  expect(read).toHaveBeenCalledOnce();
  expect(encode).toHaveBeenCalledOnce();
  expect(await clips.find('b', async () => Uint8Array.of(1))).toEqual(Uint8Array.of(7));
});

it('the cache keeps the latest 64 MB', async () => {
  const encode = vi.fn<(wav: Uint8Array) => Promise<Uint8Array>>(async (wav) => wav);
  const clips = new EncodedClips(encode);
  const read = async () => new Uint8Array(30 * MEGABYTE);
  await clips.find('a', read);
  await clips.find('b', read);
  await clips.find('a', read);
  await clips.find('c', read);
  expect(encode).toHaveBeenCalledTimes(3);
  await clips.find('a', read);
  expect(encode).toHaveBeenCalledTimes(3);
  await clips.find('b', read);
  expect(encode).toHaveBeenCalledTimes(4);
});
