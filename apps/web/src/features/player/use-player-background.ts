import { useEffect } from 'react';
import { useClient } from '#lib/app.ts';
import { removeOtherAccounts } from '#lib/account-local-storage.ts';
import { countPlays } from './count-plays.ts';
import { keepPlace } from './keep-place.ts';
import { keepSound } from './keep-sound.ts';
import { pauseOtherTabs } from './pause-other-tabs.ts';
import { prepareNextTrack } from './prepare-next-track.ts';
import { renewInSight } from './renew-in-sight.ts';
import { restorePlayer, type ReadTracks } from './restore-player.ts';
import { usePlayer } from './use-player.ts';

interface PlayerBackground {
  /** The signed-in account, if any. */
  listenerId: string | undefined;
  /** Whether it is known who listens. Until then nothing of an earlier page is shown or removed. */
  isListenerKnown: boolean;
  /** See `countPlays`. Must be the same function on every render. */
  onPlay: (dropId: string) => () => void;
  /** Reads the tracks of the player that comes back. Must be the same function on every render. */
  readTracks: ReadTracks;
}

/** What the player does unseen. What has begun to play before is counted and kept all the same. */
export function usePlayerBackground(background: PlayerBackground): void {
  const { listenerId, isListenerKnown, onPlay, readTracks } = background;
  const player = usePlayer();
  const client = useClient();

  useEffect(() => countPlays(client, player, onPlay), [client, player, onPlay]);
  useEffect(() => {
    const binds = [keepSound, pauseOtherTabs, prepareNextTrack, renewInSight];
    const ends = binds.map((bind) => bind(player));
    return () => ends.forEach((end) => end());
  }, [player]);
  useEffect(() => {
    if (!isListenerKnown) return undefined;
    // The provider, which does the same, runs its effects after those of its children.
    player.changeListener(listenerId);
    removeOtherAccounts(listenerId);
    void restorePlayer(player, readTracks);
    return keepPlace(player);
  }, [player, listenerId, isListenerKnown, readTracks]);
}
