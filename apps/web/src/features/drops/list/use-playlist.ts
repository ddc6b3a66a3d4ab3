import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Playlist, Track } from '#features/player/track.ts';
import { usePlayer, usePlayerState } from '#features/player/use-player.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { trackOf, type Drop } from '#features/drops/drop.ts';

/**
 * Makes drops a playlist: the audio's URLs of those that are new are got ahead, all in one request,
 * and the player learns how the list grows while it plays from it.
 *
 * @param source names the list
 * @returns the list as it is when asked (the function stays the same), and how
 *   many tracks come after the current one; undefined unless it plays from here
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
    // A long list lets go of what one has scrolled far past, the track that plays included: it goes on as it was.
    const isLeftBehind = playing.source === playlist.source && track !== undefined && !hasTrack;
    if (!isLeftBehind) player.updatePlaylist(playlist);

    const fresh = playlist.tracks.filter(({ audioPath }) => !prepared.current.has(audioPath));
    prepared.current = new Set(playlist.tracks.map(({ audioPath }) => audioPath));
    unprepared.current.push(...fresh);
    if (unprepared.current.length === 0) return undefined;
    // What one sees comes before what one may want to hear.
    return afterPaint(() => void player.prepare(unprepared.current.splice(0)));
  }, [player, playlist]);

  const tracksLeft = usePlayerState(({ playlist: { source: playing, tracks }, index }) =>
    playing === source && index !== -1 ? tracks.length - 1 - index : undefined,
  );
  const getPlaylist = useCallback(() => latest.current, []);
  return { getPlaylist, tracksLeft };
}
