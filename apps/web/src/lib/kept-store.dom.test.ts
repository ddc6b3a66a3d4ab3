import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { listKeptClips, readKeptClip, removeKeptOf, storeKeptClip } from './kept-store.ts';

/** A clip that counts as large without taking memory. */
class SizedClip extends Blob {
  readonly #megabytes: number;

  constructor(megabytes: number) {
    super(['voice'], { type: 'audio/mpeg' });
    this.#megabytes = megabytes;
  }

  override get size(): number {
    return this.#megabytes * 1_000_000;
  }
}

const NONE: ReadonlySet<string> = new Set();
const keep = (path: string, megabytes: number, needed = NONE, userId = 'ada') =>
  storeKeptClip(userId, path, new SizedClip(megabytes), needed);

const paths = async (userId = 'ada') => (await listKeptClips(userId)).map(({ path }) => path);

/** Has each use come a minute after the one before. */
function passTime(): void {
  let now = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 60_000));
}

it('deletes the clips that were used least recently at 100 MB, those of one account alone', async () => {
  passTime();
  await keep('other', 90, NONE, 'noor');
  await keep('a', 40);
  await keep('b', 40);
  expect(await readKeptClip('ada', 'a')).toBeInstanceOf(Blob);
  expect(await keep('c', 30)).toBe(true);
  expect(await paths()).toEqual(['a', 'c']);
  expect(await readKeptClip('ada', 'b')).toBeUndefined();
  expect(await paths('noor')).toEqual(['other']);
});

it('stores no clip in place of those that stay', async () => {
  await keep('a', 60);
  expect(await keep('b', 60, new Set(['a', 'b']))).toBe(false);
  expect(await paths()).toEqual(['a']);
});

it('makes room when the browser has none, and stores nothing when that does not help', async () => {
  passTime();
  await keep('a', 1);
  await keep('b', 1);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  put.mockImplementationOnce(refuse);
  expect(await keep('c', 1)).toBe(true);
  expect(await paths()).toEqual(['b', 'c']);
  put.mockImplementation(refuse);
  expect(await keep('d', 1)).toBe(false);
  put.mockRestore();
  expect(await paths()).toEqual([]);
});

it('gives no account the clips of another one, also after it has deleted its own', async () => {
  await keep('a', 1);
  await keep('a', 1, NONE, 'noor');
  await removeKeptOf('noor');
  expect(await readKeptClip('noor', 'a')).toBeUndefined();
  expect(await (await readKeptClip('ada', 'a'))?.text()).toBe('voice');
});
