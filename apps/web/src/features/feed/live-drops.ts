import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { isPrivacyLevel } from '@undertone/domain/privacy-level';
import type { App } from '#lib/app.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { commentsEditKey } from '#features/comments/mutations.ts';
import { openLiveChannel, type LiveChange } from '#lib/live-channel.ts';
import { logFailure } from '#lib/log.ts';
import type { Drop } from '#features/drops/drop.ts';
import { createIdBatcher } from './id-batcher.ts';
import { reactionEditKey } from '#features/reactions/reaction.ts';
import { invalidateDropLists } from '#features/drops/invalidate-drops.ts';
import { hasHead, insertDrops, mergeNewest } from '#features/drops/merge-drops.ts';
import { findDrop, patchDrop } from '#features/drops/patch-drop.ts';
import { removeDrop } from '#features/drops/remove-drops.ts';
import { dropKeys, readDrops, readRecentPage, type DropPage } from '#features/drops/queries.ts';
import { followReactionsInOtherTabs } from '#features/drops/reactions-in-other-tabs.ts';

type DropList = InfiniteData<DropPage>;
type DropChange = LiveChange<'voice_drops'>;
type LiveRow = Exclude<DropChange, { eventType: 'DELETE' }>['new'];

/** When more drops than this change at a time, the newest pages are read instead of each drop by its id. */
const BURST_MAX = 60;

/** How many of the newest pages are read at most to find a drop that the feed holds already. */
const CATCH_UP_PAGES = 5;

/** A tab that was hidden for longer than this, in milliseconds, reads the newest drops when it is shown again. */
const AWAY = 60_000;

interface LiveNews {
  /** Drops of others that came into the feed that is on the screen. */
  onArrived: (drops: Drop[]) => void;
  /** Somebody else's drop was deleted while it was on the screen. */
  onRemoved: (drop: Drop) => void;
}

/**
 * Keeps every list of drops up to date with changes by others and by the viewer's other tabs, until
 * the returned function is called. The server does not tell those who may no longer see a drop, so
 * the newest drops are also read when the channel joins again, when the network comes back, and when
 * the tab is shown after a while.
 *
 * @param viewerId whose own drops are no news; undefined for a visitor
 */
export function followDrops(
  app: App,
  viewerId: string | undefined,
  { onArrived, onRemoved }: LiveNews,
): () => void {
  const { client, queryClient, edits } = app;
  const ending = new AbortController();
  const { signal } = ending;
  let hiddenSince = Number.POSITIVE_INFINITY;

  const tell = (drops: readonly Drop[]) => {
    const ofOthers = drops.filter(({ author }) => author.userId !== viewerId);
    if (ofOthers.length > 0 && isOnScreen(queryClient, dropKeys.recent())) onArrived(ofOthers);
  };

  const changed = createIdBatcher(async (ids) => {
    if (ids.length > BURST_MAX) {
      await catchUp();
      return;
    }
    await edits.read(
      () => readDrops(client, ids),
      (drops, show) => {
        if (signal.aborted) return;
        const news = drops.filter(({ id }) => !findDrop(queryClient, id));
        show(`drops ${ids.join(' ')}`, () => insertDrops(app, drops));
        tell(news);
      },
    );
  });

  const catchUp = async () => {
    const list = queryClient.getQueryData<DropList>(dropKeys.recent());
    // A list without its newest page cannot tell which drops are new.
    if (!list || !hasHead(list)) return;
    await edits.read(
      () => readNewest(client, list),
      (fresh, show) => {
        if (signal.aborted) return;
        const news = fresh.items.filter(({ id }) => !findDrop(queryClient, id));
        show('newest drops', () => {
          queryClient.setQueryData<DropList>(
            dropKeys.recent(),
            (current) => current && mergeNewest(current, fresh),
          );
          insertDrops(app, fresh.items);
        });
        // Drops that came into an empty feed, or in place of all of it, are no news but the feed.
        if (news.length < fresh.items.length) tell(news);
      },
    );
  };

  const onChange = (event: DropChange) => {
    if (event.eventType === 'DELETE') {
      const { id } = event.old;
      if (id === undefined) return;
      changed.remove(id);
      const drop = findDrop(queryClient, id);
      const wasSeen = isShown(queryClient, id);
      edits.show(`live ${id}`, () => removeDrop(queryClient, id));
      if (drop && wasSeen && drop.author.userId !== viewerId) onRemoved(drop);
      return;
    }
    const row = event.new;
    const { id } = row;
    if (id === undefined) return;
    if (findDrop(queryClient, id)) {
      const own = [edits.pending(reactionEditKey('like', id)), edits.pending(commentsEditKey(id))];
      edits.show(`live ${id}`, () => mergeRow(app, id, row));
      // The numbers that the viewer's own like or comment has led to are read when it is written.
      for (const writing of own) void writing?.then(() => changed.add(id));
    } else if (event.eventType === 'INSERT' || belongsInFeed(queryClient, row.created_at)) {
      changed.add(id);
    }
  };

  const onReactionElsewhere = (id: string) => {
    if (findDrop(queryClient, id)) changed.add(id);
    invalidateDropLists(queryClient, dropKeys.liked());
    invalidateDropLists(queryClient, dropKeys.bookmarks());
  };

  const look = () => {
    catchUp().catch((cause: unknown) => logFailure('What is new could not be read.', cause));
    changed.readMissed();
  };
  const close = openLiveChannel(client, { table: 'voice_drops', onChange, onJoin: look });
  const leaveTabs = followReactionsInOtherTabs(edits, onReactionElsewhere);
  addEventListener('online', look, { signal });
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      hiddenSince = Date.now();
    } else {
      if (Date.now() - hiddenSince > AWAY) look();
      hiddenSince = Number.POSITIVE_INFINITY;
    }
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });

  return () => {
    ending.abort();
    changed.end();
    close();
    leaveTabs();
  };
}

/** The newest pages, up to one with a drop that the list holds. */
async function readNewest(client: SupabaseClient, list: DropList): Promise<DropPage> {
  const known = new Set(list.pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const items: Drop[] = [];
  let next: DropPage['next'];
  for (let read = 0; read < CATCH_UP_PAGES; read++) {
    const page = await readRecentPage(client, next);
    items.push(...page.items);
    next = page.next;
    if (next === undefined || page.items.some(({ id }) => known.has(id))) break;
  }
  return { items, next };
}

/** Whether a changed drop that is not cached may now belong into the pages of the feed that were read. */
function belongsInFeed(queryClient: QueryClient, createdAt: string | undefined): boolean {
  const list = queryClient.getQueryData<DropList>(dropKeys.recent());
  const oldest = list && hasHead(list) ? list.pages.at(-1)?.items.at(-1) : undefined;
  return createdAt !== undefined && oldest !== undefined && createdAt > oldest.createdAt;
}

/** Applies a changed row to the cached drop, without the numbers of likes and comments while an own one is being written. */
function mergeRow({ queryClient, edits }: App, id: string, row: LiveRow): void {
  patchDrop(queryClient, id, (drop) => ({
    ...drop,
    title: row.title ?? drop.title,
    hashtags: row.hashtags ?? drop.hashtags,
    privacyLevel:
      row.privacy_level !== undefined && isPrivacyLevel(row.privacy_level)
        ? row.privacy_level
        : drop.privacyLevel,
    likeCount: edits.pending(reactionEditKey('like', id))
      ? drop.likeCount
      : (row.like_count ?? drop.likeCount),
    commentCount: edits.pending(commentsEditKey(id))
      ? drop.commentCount
      : (row.comment_count ?? drop.commentCount),
    playCount: row.play_count ?? drop.playCount,
  }));
}

function isOnScreen(queryClient: QueryClient, queryKey: readonly unknown[]): boolean {
  return queryClient.getQueryCache().find({ queryKey })?.isActive() ?? false;
}

/** Whether a drop is in a list, or on a page of its own, that is on the screen. */
function isShown(queryClient: QueryClient, id: string): boolean {
  const lists = queryClient.getQueryCache().findAll({ queryKey: dropKeys.lists(), type: 'active' });
  const inList = lists.some(({ queryKey }) =>
    queryClient
      .getQueryData<DropList>(queryKey)
      ?.pages.some(({ items }) => items.some((drop) => drop.id === id)),
  );
  return inList || isOnScreen(queryClient, dropKeys.detail(id));
}
