import type { QueryClient } from '@tanstack/react-query';
import type { App } from '#lib/app.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { followEditsInOtherTabs } from '#lib/edits-in-other-tabs.ts';
import { openLiveChannel, openLiveTopic } from '#lib/live-channel.ts';
import { logFailure } from '#lib/log.ts';
import type { Cursor, CursorPage } from '#lib/cursor.ts';
import { dropStore } from '#features/drops/drop-cache.ts';
import type { Drop } from '#features/drops/drop.ts';
import { createIdBatcher } from './id-batcher.ts';
import { readFollowedAuthors } from '#features/drops/following-queries.ts';
import { invalidateDropLists } from '#features/drops/invalidate-drops.ts';
import { readDrops } from '#features/drops/read-drops.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';
import {
  acceptingArrivals,
  hasHead,
  isNewer,
  listedDrops,
  withoutMuted,
  type DropPage,
  type DropPages,
} from '#features/drops/drop-pages.ts';
import { readRecentPage } from '#features/drops/queries.ts';

/** When more drops change together, the newest pages are read instead of each drop by its id. */
const BATCH_MAX = 60;

/** Matches the keys of `reactionEditKey`. */
const REACTION = /^(?:like|bookmark) (\S+)$/;

/** How many pages are read at most to reach a drop that the feed holds already. */
const CATCH_UP_PAGES = 5;

/** The time over which pages spread their reads of a new drop if the server does not send one, as hosted Supabase, ms. */
const SPREAD_MS = 2000;

/** The server sends changes of a drop within a second once, at the first: it is read this long after that, ms. */
const CHANGES_MS = 1200;

/** The channels join one after the other: missed drops are read once, this long after the last one has joined, ms. */
const JOINED_MS = 300;

/** A tab that was hidden for longer than this reads the newest drops when it is shown again. */
const HIDDEN_MAX_MS = 60_000;

interface LiveDropHandlers {
  /** Called with others' drops that were added to the feed while it is on the screen. */
  onArrived: (drops: Drop[]) => void;
  /** Called when another person's drop was deleted while it is on the screen. */
  onRemoved: (drop: Drop) => void;
}

/**
 * Keeps all lists of drops up to date with changes by others and in the viewer's other tabs. The
 * newest drops are also read after an interruption, during which no news arrives. News holds only an id:
 * the drop is read with the viewer's own rights, and removed if they may not see it.
 *
 * @param viewerId the viewer, whose own drops are not reported; undefined for a visitor
 * @returns a function that stops it
 */
export function followDrops(
  app: App,
  viewerId: string | undefined,
  { onArrived, onRemoved }: LiveDropHandlers,
): () => void {
  const { client, queryClient, edits } = app;
  const store = dropStore(queryClient);
  const controller = new AbortController();
  const { signal } = controller;
  let hiddenSince = Number.POSITIVE_INFINITY;

  const recentPages = () => queryClient.getQueryData<DropPages>(dropKeys.recent())?.pages;

  const reportNew = (drops: readonly Drop[]) => {
    const ofOthers = drops.filter(({ author, isMuted }) => author.userId !== viewerId && !isMuted);
    if (ofOthers.length > 0 && isOnScreen(queryClient, dropKeys.recent())) onArrived(ofOthers);
    else {
      const shown = ofOthers.filter(({ id }) => isListed(queryClient, dropKeys.following(), id));
      if (shown.length > 0) onArrived(shown);
    }
  };

  /** Stores drops that have arrived, once it is known which lists show them. */
  const receive = async (drops: readonly Drop[], requestedAt: number) => {
    if (viewerId !== undefined) await readFollowedAuthors(client, queryClient, viewerId, drops);
    store.receive(drops, requestedAt, true);
  };

  const changed = createIdBatcher(async (ids) => {
    if (ids.length > BATCH_MAX) {
      await catchUp();
      return;
    }
    const requestedAt = performance.now();
    const drops = await readDrops(client, ids);
    if (signal.aborted) return;
    const newDrops = drops.filter(({ id }) => !store.get(id));
    await receive(drops, requestedAt);
    if (signal.aborted) return;
    const visible = new Set(drops.map(({ id }) => id));
    for (const id of ids) if (!visible.has(id)) store.remove(id, requestedAt);
    reportNew(newDrops);
  });

  const catchUp = async () => {
    const list = recentPages();
    // Without its newest page, the list does not show which drops are new.
    if (!list || !hasHead(list)) return;
    const requestedAt = performance.now();
    const shown = listedDrops(store, list);
    const known = new Set(shown.map(({ id }) => id));
    const fresh = await readNewest(client, known);
    if (signal.aborted) return;
    const { items, ...page } = fresh;
    const newDrops = items.filter(({ id }) => !store.get(id));
    await receive(items, requestedAt);
    if (signal.aborted) return;
    const ids = items.map(({ id }) => id);
    if (!page.next || !ids.some((id) => known.has(id))) {
      // These are all there are, or the feed does not reach them.
      queryClient.setQueryData<DropPages>(dropKeys.recent(), {
        pages: [withoutMuted(acceptingArrivals({ ...page, ids, requestedAt }))],
        pageParams: [undefined],
      });
    }
    for (const drop of shown) {
      const isCovered = !page.next || isNewer(drop, page.next);
      if (isCovered && !ids.includes(drop.id)) store.remove(drop.id, requestedAt);
    }
    // When all drops are new, the feed was empty or has been replaced as a whole.
    if (newDrops.length < items.length) reportNew(newDrops);
  };

  const onDeleted = (id: string) => {
    changed.remove(id);
    const drop = store.get(id);
    const wasShown = isShown(queryClient, id);
    store.remove(id);
    if (drop && wasShown && drop.author.userId !== viewerId) onRemoved(drop);
  };

  /** @param spread over how long pages spread their reads, ms */
  const onNews = ({ event, id, createdAt }: DropNews, spread: number) => {
    if (event === 'deleted') onDeleted(id);
    else if (event === 'posted' || store.get(id) || belongsInFeed(recentPages(), createdAt)) {
      const add = () => changed.add(id, Math.random() * spread);
      // Not as the batch's delay, which other ids may shorten.
      if (event === 'changed') setTimeout(add, CHANGES_MS);
      else add();
    }
  };

  const onReactionInOtherTab = (key: string) => {
    const [, id = ''] = REACTION.exec(key) ?? [];
    if (store.get(id)) changed.add(id);
    invalidateDropLists(queryClient, dropKeys.liked());
    invalidateDropLists(queryClient, dropKeys.bookmarks());
  };

  const readNews = () => {
    catchUp().catch((cause: unknown) => logFailure('New drops could not be read.', cause));
    changed.retryFailed();
  };
  let joinTimer: ReturnType<typeof setTimeout> | undefined;
  const onJoined = () => {
    clearTimeout(joinTimer);
    joinTimer = setTimeout(readNews, JOINED_MS);
  };
  const closeTopic = openLiveTopic(client, 'drops', {
    onMessage: ({ event, payload, spread = SPREAD_MS }) => {
      const ids: unknown[] = Array.isArray(payload.ids) ? payload.ids : [payload.id];
      for (const id of ids) {
        const news = newsFrom(event, id, payload.created_at);
        if (news) onNews(news, spread);
      }
    },
    onJoin: onJoined,
  });
  // News about drops that visitors may not see is not sent to visitors.
  const closeChannel =
    viewerId === undefined
      ? () => {}
      : openLiveChannel(client, {
          table: 'nonpublic_drop_events',
          onChange: ({ eventType, new: row }) => {
            if (eventType === 'DELETE' || !('event' in row)) return;
            const news = newsFrom(row.event, row.voice_drop_id, row.created_at);
            if (news) onNews(news, 0);
          },
          onJoin: onJoined,
        });
  // The live channel reports the number of a drop's likes, but not whose they are.
  const stopReactions = followEditsInOtherTabs(edits, REACTION, onReactionInOtherTab);
  addEventListener('online', readNews, { signal });
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      hiddenSince = Date.now();
    } else {
      if (Date.now() - hiddenSince > HIDDEN_MAX_MS) readNews();
      hiddenSince = Number.POSITIVE_INFINITY;
    }
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });

  return () => {
    controller.abort();
    changed.end();
    clearTimeout(joinTimer);
    closeTopic();
    closeChannel();
    stopReactions();
  };
}

/** The newest pages, up to the first with a drop that is known. */
async function readNewest(
  client: SupabaseClient,
  known: ReadonlySet<string>,
): Promise<CursorPage<Drop>> {
  const items: Drop[] = [];
  let next: Cursor | undefined;
  for (let read = 0; read < CATCH_UP_PAGES; read++) {
    const page = await readRecentPage(client, next);
    items.push(...page.items);
    next = page.next;
    if (next === undefined || page.items.some(({ id }) => known.has(id))) break;
  }
  return { items, next };
}

/** Whether a changed drop that is not cached may now belong to the feed's cached pages. */
function belongsInFeed(
  pages: readonly DropPage[] | undefined,
  createdAt: string | undefined,
): boolean {
  if (!pages || !hasHead(pages) || createdAt === undefined) return false;
  const next = pages.at(-1)?.next;
  return next === undefined || createdAt > next.createdAt;
}

/** News about a drop from the live channel. */
interface DropNews {
  event: 'posted' | 'changed' | 'deleted';
  id: string;
  createdAt: string | undefined;
}

const isDropEvent = (event: unknown): event is DropNews['event'] =>
  event === 'posted' || event === 'changed' || event === 'deleted';

/** @returns undefined for news that this version does not know */
function newsFrom(event: unknown, id: unknown, createdAt: unknown): DropNews | undefined {
  if (!isDropEvent(event) || typeof id !== 'string') return undefined;
  return { event, id, createdAt: typeof createdAt === 'string' ? createdAt : undefined };
}

function isOnScreen(queryClient: QueryClient, queryKey: readonly unknown[]): boolean {
  return queryClient.getQueryCache().find({ queryKey })?.isActive() ?? false;
}

/** Whether a drop is on the screen: in a list, or on its own page. */
function isShown(queryClient: QueryClient, id: string): boolean {
  return (
    isListed(queryClient, dropKeys.lists(), id) || isOnScreen(queryClient, dropKeys.detail(id))
  );
}

/** Whether a drop is in a list on the screen. @param queryKey a prefix of the lists' keys */
function isListed(queryClient: QueryClient, queryKey: readonly unknown[], id: string): boolean {
  const lists = queryClient.getQueryCache().findAll({ queryKey, type: 'active' });
  return lists.some((list) => {
    const pages = queryClient.getQueryData<DropPages>(list.queryKey)?.pages ?? [];
    return listedDrops(dropStore(queryClient), pages).some((drop) => drop.id === id);
  });
}
