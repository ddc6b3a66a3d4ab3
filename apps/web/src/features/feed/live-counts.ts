import type { App } from '#lib/app.ts';
import { commentsEditKey } from '#features/comments/mutations.ts';
import { dropStore } from '#features/drops/drop-cache.ts';
import { countsFromRow, type DropCounts } from '#features/drops/drop.ts';
import { readCounts } from '#features/drops/read-drops.ts';
import { reactionEditKey } from '#features/reactions/use-reaction.ts';
import { openLiveChannel, type LiveChange } from '#lib/live-channel.ts';
import { createIdBatcher } from './id-batcher.ts';

/** How long the cards on the screen have to stay the same before the channel follows them, ms. */
const SETTLED_MS = 500;

/** How many drops one channel names at most, which Supabase limits. */
const DROPS_MAX = 100;

/**
 * The server sends a drop's counts at most once a second. After this long without any, later changes are
 * read, spread over as long again, because thousands of pages may show the same drop. ms.
 */
const QUIET_MS = 2000;

/**
 * Keeps the counts of the drops on the screen up to date. Subscribes to the counts of no other drops.
 *
 * @param inSight the ids of the drops whose cards are near the screen
 * @returns a function that stops it
 */
export function followCounts(app: App, inSight: () => readonly string[]): () => void {
  const { client, queryClient, edits } = app;
  const controller = new AbortController();
  const { signal } = controller;
  const quietTimers = new Map<string, ReturnType<typeof setTimeout>>();
  let followed: readonly string[] = [];
  let lookTimer: ReturnType<typeof setTimeout> | undefined;
  let closeChannel = () => {};

  const outdated = createIdBatcher(async (ids) => {
    const requestedAt = performance.now();
    const counts = await readCounts(client, ids);
    if (signal.aborted) return;
    for (const [id, of] of counts) showCounts(id, of, requestedAt);
  });

  const showCounts = (id: string, counts: DropCounts, at?: number) => {
    const writing =
      edits.pending(reactionEditKey('like', id)) ?? edits.pending(commentsEditKey(id));
    if (writing) {
      // They may include the viewer's own like or comment: they are read again once that is written.
      void writing.then(() => outdated.add(id));
    } else {
      dropStore(queryClient).edit(id, 'counts', (drop) => ({ ...drop, ...counts }), at);
    }
  };

  // One delay for all drops of the page, so that those of one moment are read in one request.
  const quietMs = QUIET_MS * (1 + Math.random());
  const readOnceQuiet = (id: string) => {
    clearTimeout(quietTimers.get(id));
    const read = () => {
      quietTimers.delete(id);
      outdated.add(id);
    };
    quietTimers.set(id, setTimeout(read, quietMs));
  };

  const onChange = (change: LiveChange<'live_drop_counts'>) => {
    if (change.eventType === 'DELETE') return;
    const { voice_drop_id: id, like_count, comment_count, play_count } = change.new;
    if (id === undefined || like_count === undefined) return;
    if (comment_count === undefined || play_count === undefined) return;
    showCounts(id, countsFromRow({ like_count, comment_count, play_count }));
    readOnceQuiet(id);
  };

  const follow = (ids: readonly string[]) => {
    followed = ids;
    closeChannel();
    closeChannel = () => {};
    if (ids.length === 0) return;
    closeChannel = openLiveChannel(client, {
      table: 'live_drop_counts',
      filter: `voice_drop_id=in.(${ids.join(',')})`,
      onChange,
      // Earlier changes were not sent to this page, and a change within a second of them is sent to none.
      onJoin: () => {
        for (const id of ids) {
          outdated.add(id);
          readOnceQuiet(id);
        }
      },
    });
  };

  const look = () => {
    const ids = [...new Set(inSight())].slice(0, DROPS_MAX).toSorted();
    if (ids.join(',') !== followed.join(',')) follow(ids);
  };
  const lookOnceSettled = () => {
    clearTimeout(lookTimer);
    lookTimer = setTimeout(look, SETTLED_MS);
  };
  // Cards come and go as one scrolls, and as lists are read.
  document.addEventListener('scroll', lookOnceSettled, { signal, capture: true, passive: true });
  const stopLists = queryClient.getQueryCache().subscribe(lookOnceSettled);
  const stopDrops = dropStore(queryClient).subscribe(lookOnceSettled);
  lookOnceSettled();

  return () => {
    controller.abort();
    stopLists();
    stopDrops();
    clearTimeout(lookTimer);
    for (const timer of quietTimers.values()) clearTimeout(timer);
    outdated.end();
    closeChannel();
  };
}
