import { InfiniteQueryObserver, QueryClient, type InfiniteData } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { keepChanges } from './keep-changes.ts';
import { toggle } from './toggle.ts';
import { rememberWritten } from './written.ts';

interface Item {
  id: string;
  isLiked: boolean;
}

type List = InfiniteData<Item[], number>;

const KEY = ['list'];

let queryClient: QueryClient;
/** Reads that wait for an answer, in their order. */
let answers: ((items: Item[]) => void)[];
/** Ends what is tested. */
let end: () => void;
let list: InfiniteQueryObserver<Item[], Error, List, string[], number>;

/** Opens a list that holds one page, of one item. */
beforeEach(async () => {
  queryClient = new QueryClient();
  answers = [];
  list = new InfiniteQueryObserver(queryClient, {
    queryKey: KEY,
    queryFn: () => new Promise<Item[]>((resolve) => answers.push(resolve)),
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => pages.length,
  });
  const leave = list.subscribe(() => {});
  end = keepChanges(queryClient);
  await answer([{ id: 'a', isLiked: false }]);
  return () => {
    leave();
    end();
  };
});

async function answer(items: Item[]): Promise<void> {
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  answers.shift()?.(items);
  await expect.poll(() => list.getCurrentResult().isFetching).toBe(false);
}

const shown = () => list.getCurrentResult().data?.pages.flat();

const change = (items: (page: Item[]) => Item[]) =>
  queryClient.setQueryData<List>(KEY, (data) => data && { ...data, pages: data.pages.map(items) });

/** Likes an item of the list, or no longer. */
const like = (id: string, on: boolean, write: () => Promise<void> = () => Promise.resolve()) =>
  toggle(`like ${id}`, on, {
    show: (isLiked) =>
      change((page) => page.map((item) => (item.id === id ? { id, isLiked } : item))),
    write,
  });

it('keeps what was changed in a list while one more page of it was read', async () => {
  void list.fetchNextPage();
  change(() => [{ id: 'new', isLiked: true }]);
  await answer([{ id: 'b', isLiked: false }]);
  expect(shown()).toEqual([
    { id: 'new', isLiked: true },
    { id: 'b', isLiked: false },
  ]);
  void list.fetchNextPage();
  change((page) => page.filter(({ id }) => id !== 'b'));
  await answer([{ id: 'c', isLiked: false }]);
  expect(shown()?.map(({ id }) => id)).toEqual(['new', 'c']);
});

it('takes over what is read anew, but for what was switched since it was asked for', async () => {
  await like('a', false);
  void list.refetch();
  await like('a', true);
  await answer([{ id: 'a', isLiked: false }]);
  expect(shown()).toEqual([{ id: 'a', isLiked: true }]);
  void list.refetch();
  await answer([{ id: 'a', isLiked: false }]);
  expect(shown(), 'as when it was taken back on another device').toEqual([
    { id: 'a', isLiked: false },
  ]);
});

it('keeps what is being switched, until that fails', async () => {
  const write = Promise.withResolvers<void>();
  void list.refetch();
  const failed = like('a', true, () => write.promise).catch(() => 'failed');
  await answer([{ id: 'a', isLiked: false }]);
  expect(shown()).toEqual([{ id: 'a', isLiked: true }]);
  write.reject(new Error('offline'));
  expect(await failed).toBe('failed');
  expect(shown()).toEqual([{ id: 'a', isLiked: false }]);
});

it('keeps what was written otherwise since a read was asked for', async () => {
  void list.refetch();
  const show = () => change((page) => page.map((item) => ({ ...item, isLiked: true })));
  rememberWritten('all', show);
  await answer([{ id: 'a', isLiked: false }]);
  expect(shown()).toEqual([{ id: 'a', isLiked: true }]);
});

it('knows of a read that had begun before', async () => {
  end();
  void list.fetchNextPage();
  end = keepChanges(queryClient);
  change(() => []);
  await answer([{ id: 'b', isLiked: false }]);
  expect(shown()?.map(({ id }) => id)).toEqual(['b']);
});
