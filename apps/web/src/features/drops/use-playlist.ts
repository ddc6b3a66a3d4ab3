import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Playlist } from '#features/player/track.ts';
import { usePlayer, usePlayerState } from '#features/player/use-player.ts';
import { trackOf, type Drop } from './drop.ts';

/**
 * Makes drops a playlist: their audio's URLs are got ahead, all in one request,
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

  useEffect(() => {
    latest.current = playlist;
    player.updatePlaylist(playlist);
    void player.prepare(playlist.tracks);
  }, [player, playlist]);

  const tracksLeft = usePlayerState(({ playlist: { source: playing, tracks }, index }) =>
    playing === source && index !== -1 ? tracks.length - 1 - index : undefined,
  );
  const getPlaylist = useCallback(() => latest.current, []);
  return { getPlaylist, tracksLeft };
}
