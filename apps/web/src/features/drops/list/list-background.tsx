import {
  CancelledError,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ListedPage } from '#features/drops/drop-pages.ts';
import type { Drop } from '#features/drops/drop.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { currentPlace, PAGES_READ, storedPlace, storePlace, type ListPlace } from './list-place.ts';
import { onOwnMove } from './own-moves.ts';
import { scrollToRow } from './scroll-to-row.ts';
import { useNextPageInTime } from './use-next-page-in-time.ts';

interface ListBackgroundProps {
  list: UseInfiniteQueryResult<InfiniteData<ListedPage>>;
  source: string;
  /** The drops of the list as they are shown. */
  drops: readonly Drop[];
  keyOf: (drop: Drop) => string;
}

const CardKeys = lazyPart(() => import('./card-keys.tsx'), { preload: 'idle' });

/** What a list of drops does beside showing them. Renders nothing. */
export default function ListBackground(props: ListBackgroundProps) {
  usePlaceAfterReload(props);
  useNextPageInTime(props);
  return <CardKeys />;
}

/**
 * Has a reload come back to the same place in a list, also in pages after the first, and a return to it after a
 * reload of another page. The router cannot: it
 * restores a distance from the top, while the list has its first page alone.
 */
function usePlaceAfterReload({ list, source, drops, keyOf }: ListBackgroundProps): void {
  const queryClient = useQueryClient();
  const { history } = useRouter();
  // Of the list itself: when it is left, the location is the next one already.
  const [entry] = useState(() => history.location.state.__TSR_key ?? history.location.href);
  /** The place that is still to be reached; undefined until it has been read. */
  const wanted = useRef<ListPlace | null>(undefined);

  /** The row of a place: that of its drop, or else the nearest that the list has. */
  const rowOf = useEffectEvent(({ ids }: ListPlace) => {
    const listed = new Map(drops.map((drop, index) => [drop.id, { key: keyOf(drop), index }]));
    const id = ids.find((each) => listed.has(each));
    return id === undefined ? undefined : listed.get(id);
  });
  const reach = useEffectEvent(async (signal: AbortSignal) => {
    if (wanted.current === undefined) wanted.current = storedPlace(entry, source);
    const place = wanted.current;
    if (!place) return;
    if (place.from === undefined) await readUntil(list, place, signal);
    else await readFrom(queryClient, list.data, place.from);
    if (!signal.aborted) scrollToRow(() => rowOf(place), place.top, signal);
    wanted.current = null;
  });
  const store = useEffectEvent(() => {
    const place = wanted.current ?? currentPlace(drops, keyOf, list.data?.pages ?? []);
    storePlace(entry, source, place);
  });

  useEffect(() => {
    const moving = new AbortController();
    // The person goes elsewhere while the list is still being read.
    const onMove = () => {
      wanted.current = null;
      moving.abort();
    };
    onOwnMove(onMove, moving.signal);
    void reach(moving.signal);

    const leaving = new AbortController();
    const { signal } = leaving;
    addEventListener('pagehide', () => store(), { signal });
    // A phone may end a hidden page without a word.
    const onHidden = () => document.visibilityState === 'hidden' && store();
    document.addEventListener('visibilitychange', onHidden, { signal });
    return () => {
      moving.abort();
      leaving.abort();
    };
  }, []);
  // For a reload of the page that follows: the rows are still in the document.
  useLayoutEffect(() => () => store(), []);
}

/** Reads pages until they have the drop of a place, or should have had it. */
async function readUntil(
  list: ListBackgroundProps['list'],
  { ids: [id = ''], pages: count }: ListPlace,
  signal: AbortSignal,
): Promise<void> {
  // New drops may have moved it to the next page.
  const most = Math.min(count + 1, PAGES_READ);
  let read = list;
  while (!signal.aborted) {
    const pages = read.data?.pages ?? [];
    if (read.isError || !read.hasNextPage || pages.length >= most) return;
    if (pages.some(({ ids }) => ids.includes(id))) return;
    read = await read.fetchNextPage({ cancelRefetch: false });
  }
}

/** How often a list is read from its middle, since its end, when near the screen, may read another page instead. */
const ATTEMPTS = 3;

/** Reads a list again from its middle: it then has its newer pages above, as if it had dropped them. */
async function readFrom(queryClient: QueryClient, data: unknown, from: unknown): Promise<void> {
  const query = queryClient
    .getQueryCache()
    .findAll()
    .find(({ state }) => state.data === data);
  if (!query) return;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const options = Object.assign({ ...query.options }, { initialPageParam: from, pages: 1 });
    try {
      await query.fetch(options, { cancelRefetch: true });
    } catch (cause) {
      // The cache has logged a failure, after which the list has its first page.
      if (!(cause instanceof CancelledError)) return;
    }
    const { pageParams } = Object(query.state.data);
    if (pageParams[0] === from) return;
  }
}
