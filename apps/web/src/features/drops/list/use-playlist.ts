import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Playlist, Track } from '#features/player/track.ts';
import { usePlayer, usePlayerState } from '#features/player/use-player.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { trackOf, type Drop } from '#features/drops/drop.ts';

/**
 * Makes drops a playlist. The audio URLs of new drops are requested ahead in one request, and the
 * player's playlist is updated while it plays from this list.
 *
 * @param source names the list
 * @returns a function (always the same one) that returns the playlist, and how many tracks come
 *   after the current one, undefined unless the player plays from this list
 */
export function usePlaylist(source: string, drops: readonly Drop[]) {
  const player = usePlayer();
  const playlist = useMemo<Playlist>(
    () => ({ source, tracks: drops.map(trackOf) }),
    [source, drops],
  );
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

  const tracksLeft = usePlayerState(({ playlist: { source: playing, tracks }, index }) =>
    playing === source && index !== -1 ? tracks.length - 1 - index : undefined,
  );
  const getPlaylist = useCallback(() => latest.current, []);
  return { getPlaylist, tracksLeft };
}
