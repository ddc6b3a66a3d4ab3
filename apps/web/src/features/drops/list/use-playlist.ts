import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Playlist, Track } from '#features/player/track.ts';
import { usePlayer, usePlayerState } from '#features/player/use-player.ts';
import { afterPaint } from '#ui/after-paint.ts';
import type { Drop } from '#features/drops/drop.ts';

/** The next page is fetched when at most this many tracks are left to play. */
const TRACKS_AHEAD = 2;

type Pages = Pick<
  UseInfiniteQueryResult,
  'error' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;

/**
 * Makes drops a playlist. The audio URLs of new drops are requested ahead in one request. While the
 * player plays from this list, its playlist is updated, and the next page is fetched in time.
 *
 * @param source names the list
 * @param pages the list's further pages, if it can have any
 * @returns a function (always the same one) that returns the playlist
 */
export function usePlaylist(source: string, drops: readonly Drop[], pages?: Pages): () => Playlist {
  const player = usePlayer();
  const playlist = useMemo<Playlist>(() => ({ source, tracks: drops }), [source, drops]);
  const latest = useRef(playlist);
  const prepared = useRef<ReadonlySet<string>>(new Set());
  const unprepared = useRef<Track[]>([]);

  useEffect(() => {
    latest.current = playlist;
    const { track, playlist: playing } = player.getState();
    const hasTrack = playlist.tracks.some(({ id }) => id === track?.id);
    // When a long list drops the page with the current track, the player keeps its playlist.
    const hasLostTrack = playing.source === playlist.source && track !== undefined && !hasTrack;
    if (!hasLostTrack) player.updatePlaylist(playlist);

    const fresh = playlist.tracks.filter(({ audioPath }) => !prepared.current.has(audioPath));
    prepared.current = new Set(playlist.tracks.map(({ audioPath }) => audioPath));
    unprepared.current.push(...fresh);
    if (unprepared.current.length === 0) return undefined;
    // After the requests for the visible part of the page.
    return afterPaint(() => void player.prepare(unprepared.current.splice(0)));
  }, [player, playlist]);

  const isNearEnd = usePlayerState(
    ({ playlist: { source: playing, tracks }, index }) =>
      playing === source && index !== -1 && tracks.length - 1 - index <= TRACKS_AHEAD,
  );
  useEffect(() => {
    if (!isNearEnd || !pages?.hasNextPage || pages.isFetchingNextPage || pages.error) return;
    void pages.fetchNextPage();
  }, [isNearEnd, pages]);

  return useCallback(() => latest.current, []);
}
