import { useCallback, useEffect, useMemo, useRef } from 'react';
import { afterPaint } from '#ui/after-paint.ts';
import type { Playlist, Track } from './track.ts';
import { usePlayer } from './use-player.ts';

/**
 * Makes tracks a playlist. The audio URLs of new ones are requested ahead in one request. While the
 * player plays from this list, its playlist is updated.
 *
 * @param source names the list
 * @returns a function (always the same one) that returns the playlist
 */
export function usePlaylist(source: string, list: readonly Track[]): () => Playlist {
  const player = usePlayer();
  const playlist = useMemo<Playlist>(() => ({ source, tracks: list }), [source, list]);
  const latest = useRef(playlist);
  const prepared = useRef<ReadonlySet<string>>(new Set());
  const unprepared = useRef<Track[]>([]);

  useEffect(() => {
    latest.current = playlist;
    player.updatePlaylist(playlist);

    const fresh = playlist.tracks.filter(({ audioPath }) => !prepared.current.has(audioPath));
    prepared.current = new Set(playlist.tracks.map(({ audioPath }) => audioPath));
    unprepared.current.push(...fresh);
    if (unprepared.current.length === 0) return undefined;
    // After the requests for the visible part of the page.
    return afterPaint(() => void player.prepare(unprepared.current.splice(0)));
  }, [player, playlist]);

  return useCallback(() => latest.current, []);
}
