import { useEffect } from 'react';
import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import type { QueryClient } from '@tanstack/react-query';
import { readLatestBookmarks } from '#features/bookmarks/bookmark-queries.ts';
import { dropStore } from '#features/drops/drop-cache.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { listedDrops, type DropPages } from '#features/drops/drop-pages.ts';
import { keptNameOf, listKeptDrops, retainKeptDrops } from '#features/drops/kept-drops.ts';
import { readVisibleIds } from '#features/drops/read-drops.ts';
import type { Player } from '#features/player/player.ts';
import { usePlayer } from '#features/player/use-player.ts';
import { useApp, type App } from '#lib/app.ts';
import { firstAbort } from '#lib/first-abort.ts';
import { KEPT_MAX_BYTES, listKeptClips, storeKeptClip, storeKeptList } from '#lib/kept-store.ts';
import { keepsDrops, onKeepsDropsChange } from '#lib/keeps-drops.ts';
import { logFailure } from '#lib/log.ts';
import { signObjects } from '#lib/sign-objects.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { workInTurn } from '#lib/work-in-turn.ts';

/** The lists of the feed that are kept, by the names of their query keys. */
const FEED_LISTS = new Set(['recent', 'following', 'hot', 'trending']);

/** How many drops of each of them are kept. All ids fit into one request. */
const FEED_DROPS = 20;
const BOOKMARKS = 100;

/** A clip's size until it is known, in bytes for each second: that of an MP3 as the app posts it. */
const BYTES_PER_SECOND = 8000;

/** Keeps drops on this device to be played offline, if the account has turned that on. Renders nothing. */
export default function KeepDrops({ userId }: { userId: string }) {
  const app = useApp();
  const player = usePlayer();
  useEffect(
    () => ('indexedDB' in window ? keepDrops(app, player, userId) : undefined),
    [app, player, userId],
  );
  return null;
}

/**
 * Deletes kept drops that the account may no longer see, and keeps its bookmarks and the lists of the feed that the
 * page has read: when the page opens, when the network is back, and when one of these changes.
 *
 * @returns a function that ends this
 */
function keepDrops(app: App, player: Player, userId: string): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  /** Whether the server has to be asked what the account may see, and for its bookmarks. */
  let isOutdated = true;

  const work = async () => {
    if (signal.aborted || !navigator.onLine) return;
    const canDownload = keepsDrops(userId) && !isMetered();
    if (isOutdated) {
      isOutdated = false;
      try {
        await removeGone(app, userId);
        if (canDownload) await storeBookmarks(app, userId);
      } catch (cause) {
        isOutdated = true;
        throw cause;
      }
    }
    refetchKeptPages(app.queryClient);
    if (!canDownload) return;
    await storeFeedLists(app.queryClient, userId);
    await retainKeptDrops(userId, () => true);
    await keepClips(app, player, userId, signal);
  };
  const { start, stop } = workInTurn(`undertone-kept:${userId}`, signal, work, (cause) =>
    logFailure('Drops could not be kept yet.', cause),
  );
  const startOver = () => {
    isOutdated = true;
    start();
  };

  const ends = [
    whenIdle(start),
    onKeepsDropsChange(startOver),
    app.edits.onChanged((key) => {
      if (key.startsWith('bookmark ')) startOver();
    }),
    app.queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      if (isFeedList(event.query.queryKey) && keepsDrops(userId)) start();
    }),
  ];
  addEventListener('online', startOver, { signal });
  return () => {
    ended.abort();
    stop();
    for (const end of ends) end();
  };
}

/** Whether the browser says that downloads cost money, or that the person wants few of them. */
function isMetered(): boolean {
  // Not in all browsers.
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  if (!(connection instanceof Object)) return false;
  const saves = 'saveData' in connection && connection.saveData === true;
  return saves || ('type' in connection && connection.type === 'cellular');
}

const isFeedList = (queryKey: readonly unknown[]) =>
  queryKey[0] === dropKeys.all[0] && FEED_LISTS.has(keptNameOf(queryKey));

/** Deletes the kept drops that are gone, private or across a block. */
async function removeGone({ client }: App, userId: string): Promise<void> {
  const ids = (await listKeptDrops(userId)).map(({ id }) => id);
  if (ids.length === 0) return;
  const visible = await readVisibleIds(client, ids);
  await retainKeptDrops(userId, ({ id }) => visible.has(id));
}

/** Reads the lists that were shown from this device. */
function refetchKeptPages(queryClient: QueryClient): void {
  for (const [queryKey, list] of queryClient.getQueriesData<DropPages>({
    queryKey: dropKeys.lists(),
  })) {
    if (list?.pages[0]?.isKept) void queryClient.invalidateQueries({ queryKey, exact: true });
  }
}

async function storeBookmarks({ client }: App, userId: string): Promise<void> {
  const drops = await readLatestBookmarks(client, userId, BOOKMARKS);
  await storeKeptList(userId, keptNameOf(dropKeys.bookmarks()), JSON.stringify(drops));
}

/** Stores the start of each list of the feed that was read on this page. */
async function storeFeedLists(queryClient: QueryClient, userId: string): Promise<void> {
  const store = dropStore(queryClient);
  for (const [queryKey, list] of queryClient.getQueriesData<DropPages>({
    queryKey: dropKeys.lists(),
  })) {
    if (!isFeedList(queryKey) || !list || list.pages[0]?.isKept) continue;
    const drops = listedDrops(store, list.pages).slice(0, FEED_DROPS);
    await storeKeptList(userId, keptNameOf(queryKey), JSON.stringify(drops));
  }
}

/** Downloads the missing clips one after the other, bookmarks first, until there is no room. */
async function keepClips(
  { client }: App,
  player: Player,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  const sizes = new Map((await listKeptClips(userId)).map(({ path, size }) => [path, size]));
  const needed = new Set<string>();
  let total = 0;
  for (const { audioPath: path, duration } of await listKeptDrops(userId)) {
    needed.add(path);
    total += sizes.get(path) ?? duration * BYTES_PER_SECOND;
    if (sizes.has(path)) continue;
    if (total > KEPT_MAX_BYTES) return;
    const audio = await download(client, player, path, signal);
    // The person may have turned it off meanwhile.
    if (signal.aborted || !keepsDrops(userId)) return;
    if (audio && !(await storeKeptClip(userId, path, audio, needed))) return;
  }
}

/** Downloads a clip while the page is idle and the player does not wait for audio. @returns undefined if it is gone */
async function download(
  client: App['client'],
  player: Player,
  path: string,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  for (;;) {
    await untilIdle(player);
    signal.throwIfAborted();
    const attempt = new AbortController();
    const unsubscribe = player.subscribe(() => {
      if (player.getState().waiting) attempt.abort();
    });
    try {
      const url = (await signObjects(client, [path], AUDIO_URL_SECONDS)).get(path);
      if (url === undefined) return undefined;
      const response = await fetch(url, {
        priority: 'low',
        signal: firstAbort(signal, attempt.signal),
      });
      if (!response.ok) throw new Error(`The clip ${path} was answered with ${response.status}.`);
      return await response.blob();
    } catch (cause) {
      if (!attempt.signal.aborted || signal.aborted) throw cause;
    } finally {
      unsubscribe();
    }
  }
}

/** Waits until the player has its audio, and the page has nothing else to do. */
async function untilIdle(player: Player): Promise<void> {
  if (player.getState().waiting) {
    await new Promise<void>((resolve) => {
      const unsubscribe = player.subscribe(() => {
        if (player.getState().waiting) return;
        unsubscribe();
        resolve();
      });
    });
  }
  await new Promise<void>((resolve) => {
    whenIdle(resolve);
  });
}
