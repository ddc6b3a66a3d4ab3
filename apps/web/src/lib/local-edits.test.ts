import { InfiniteQueryObserver, QueryClient, type InfiniteData } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LocalEdits } from './local-edits.ts';

let queryClient: QueryClient;
let edits: LocalEdits;

beforeEach(() => {
  queryClient = new QueryClient();
  edits = new LocalEdits(queryClient);
});

describe('a change', () => {
  /** A value whose writes end when the test says so. */
  function switchable() {
    const shown: boolean[] = [];
    const writes: { on: boolean; end: PromiseWithResolvers<void> }[] = [];
    const change = (key: string, on: boolean) =>
      edits.change(key, {
        from: !on,
        to: on,
        show: (value) => void shown.push(value),
        write: (value) => {
          const end = Promise.withResolvers<void>();
          writes.push({ on: value, end });
          return end.promise;
        },
      });
    return { shown, writes, change };
  }

  it('is shown at once and written to the server', async () => {
    const { shown, writes, change } = switchable();
    const done = change('like a', true);
    expect(shown).toEqual([true]);
    writes[0]?.end.resolve();
    expect(await done).toBe(true);
    expect(writes.map(({ on }) => on)).toEqual([true]);
  });

  it('is replaced by the server’s value when it cannot be written', async () => {
    const { shown, writes, change } = switchable();
    const done = change('like a', true);
    writes[0]?.end.reject(new Error('offline'));
    await expect(done).rejects.toThrow('offline');
    expect(shown).toEqual([true, false]);
  });

  it('is not shown any more when it is abandoned for another account, nor written again', async () => {
    const { shown, writes, change } = switchable();
    const presses = [change('like a', true), change('like a', false)];
    edits.abandon();
    writes[0]?.end.resolve();
    await Promise.all(presses);
    expect(shown).toEqual([true, false, false]);
    expect(writes).toHaveLength(1);
  });

  it.each([
    ['once more for all changes made during a write', [true, false, true, false], [true, false]],
    ['not again when the last value is the written one', [true, false, true], [true]],
  ])('is written %s', async (_case, values, written) => {
    const { shown, writes, change } = switchable();
    const presses = values.map((on) => change('like a', on));
    expect(shown).toEqual(values);
    for (const index of written.keys()) {
      await expect.poll(() => writes.length).toBe(index + 1);
      writes[index]?.end.resolve();
    }
    expect(await Promise.all(presses)).toEqual(values.map((_, i) => i === values.length - 1));
    expect(writes.map(({ on }) => on)).toEqual(written);
  });

  it('rejects only the last call when it fails', async () => {
    const { shown, writes, change } = switchable();
    const first = change('like a', true);
    const second = change('like a', false);
    const third = change('like a', true);
    writes[0]?.end.reject(new Error('offline'));
    expect(await first).toBe(false);
    expect(await second).toBe(false);
    await expect(third).rejects.toThrow('offline');
    expect(shown.at(-1)).toBe(false);
  });

  it('starts a new write after the last one has ended, and does not wait for other keys', async () => {
    const { writes, change } = switchable();
    const one = change('like a', true);
    const other = change('like b', true);
    expect(writes).toHaveLength(2);
    for (const { end } of writes) end.resolve();
    await Promise.all([one, other]);
    const again = change('like a', false);
    expect(writes.at(-1)?.on).toBe(false);
    writes.at(-1)?.end.resolve();
    expect(await again).toBe(true);
  });

  it('is pending until its write has succeeded or failed', async () => {
    const { writes, change } = switchable();
    expect(edits.pending('like a')).toBeUndefined();
    const failed = change('like a', true).catch(() => 'failed');
    const over = edits.pending('like a');
    expect(edits.pending('like b')).toBeUndefined();
    writes[0]?.end.reject(new Error('offline'));
    await over;
    expect(await failed).toBe('failed');
    expect(edits.pending('like a')).toBeUndefined();
  });

  it('is reported to listeners after its write has succeeded, and not when it has failed', async () => {
    const changes: unknown[] = [];
    const end = edits.onChanged((...change) => changes.push(change));
    const kept = switchable();
    const failing = switchable();
    const done = [kept.change('like a', true), failing.change('like b', true)];
    expect(changes).toEqual([]);
    kept.writes[0]?.end.resolve();
    failing.writes[0]?.end.reject(new Error('offline'));
    await Promise.allSettled(done);
    expect(changes).toEqual([['like a', true]]);
    end();
  });
});

it('a key is pending until its last write has ended', async () => {
  expect(edits.pending('comment a')).toBeUndefined();
  const [first, second] = [edits.begin('comment a'), edits.begin('comment a')];
  const over = vi.fn();
  void edits.pending('comment a')?.then(over);
  expect(edits.pending('comment b')).toBeUndefined();
  second();
  await Promise.resolve();
  expect(over).not.toHaveBeenCalled();
  first();
  await Promise.resolve();
  expect(over).toHaveBeenCalledOnce();
  expect(edits.pending('comment a')).toBeUndefined();
});

describe('a response', () => {
  interface Item {
    id: string;
    isLiked: boolean;
  }

  type List = InfiniteData<Item[], number>;

  const KEY = ['list'];

  /** Reads that wait for an answer, in order. */
  let answers: PromiseWithResolvers<Item[]>[];
  let list: InfiniteQueryObserver<Item[], Error, List, string[], number>;

  /** Reads a list of one page with one item. */
  beforeEach(async () => {
    answers = [];
    list = new InfiniteQueryObserver(queryClient, {
      queryKey: KEY,
      queryFn: () => {
        const answer = Promise.withResolvers<Item[]>();
        answers.push(answer);
        return answer.promise;
      },
      retry: false,
      initialPageParam: 0,
      getNextPageParam: (_page, pages) => pages.length,
    });
    const leave = list.subscribe(() => {});
    await answer([{ id: 'a', isLiked: false }]);
    return leave;
  });

  async function answer(items: Item[]): Promise<void> {
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    answers.shift()?.resolve(items);
    await expect.poll(() => list.getCurrentResult().isFetching).toBe(false);
  }

  const shown = () => list.getCurrentResult().data?.pages.flat();

  const change = (items: (page: Item[]) => Item[]) =>
    void queryClient.setQueryData<List>(
      KEY,
      (data) => data && { ...data, pages: data.pages.map(items) },
    );

  const setLiked = (id: string, isLiked: boolean) =>
    change((page) => page.map((item) => (item.id === id ? { id, isLiked } : item)));

  /** Likes or unlikes an item of the list. */
  const like = (id: string, on: boolean, write: () => Promise<void> = () => Promise.resolve()) =>
    edits.change(`like ${id}`, {
      from: !on,
      to: on,
      show: (isLiked) => setLiked(id, isLiked),
      write,
    });

  it('keeps edits of earlier pages when one more page is read', async () => {
    void list.fetchNextPage();
    await like('a', true);
    await answer([{ id: 'b', isLiked: false }]);
    expect(shown()).toEqual([
      { id: 'a', isLiked: true },
      { id: 'b', isLiked: false },
    ]);
  });

  it('replaces the cache, except for changes made since it was requested', async () => {
    await like('a', false);
    void list.refetch();
    await like('a', true);
    await answer([{ id: 'a', isLiked: false }]);
    expect(shown()).toEqual([{ id: 'a', isLiked: true }]);
    void list.refetch();
    await answer([{ id: 'a', isLiked: false }]);
    expect(shown(), 'as when the like was taken back on another device').toEqual([
      { id: 'a', isLiked: false },
    ]);
  });

  it('does not undo a change that is being written, until that fails', async () => {
    const write = Promise.withResolvers<void>();
    void list.refetch();
    const failed = like('a', true, () => write.promise).catch(() => 'failed');
    await answer([{ id: 'a', isLiked: false }]);
    expect(shown()).toEqual([{ id: 'a', isLiked: true }]);
    write.reject(new Error('offline'));
    expect(await failed).toBe('failed');
    expect(shown()).toEqual([{ id: 'a', isLiked: false }]);
  });

  it('does not undo edits made since it was requested, of which it shows the latest of each key', async () => {
    void list.refetch();
    edits.show('live a', () => setLiked('a', false));
    edits.show('live a', () => setLiked('a', true));
    await answer([{ id: 'a', isLiked: false }]);
    expect(shown()).toEqual([{ id: 'a', isLiked: true }]);
  });

  it('does not show edits again that were made before it was requested', async () => {
    const show = vi.fn();
    edits.show('old', show);
    void list.refetch();
    edits.show('new', show);
    await answer([{ id: 'a', isLiked: false }]);
    void list.refetch();
    await answer([{ id: 'a', isLiked: false }]);
    expect(show).toHaveBeenCalledTimes(3);
  });

  it('undoes no change that is made after it failed', async () => {
    void list.refetch();
    await expect.poll(() => answers.length).toBe(1);
    answers.shift()?.reject(new Error('offline'));
    await expect.poll(() => list.getCurrentResult().isFetching).toBe(false);
    await like('a', true);
    expect(shown()).toEqual([{ id: 'a', isLiked: true }]);
  });
});
