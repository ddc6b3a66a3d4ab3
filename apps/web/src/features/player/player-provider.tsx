import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import { useEffect, useState, type ReactNode } from 'react';
import { useClient } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { signObjects } from '#lib/sign-objects.ts';
import { AudioUrls } from './audio-urls.ts';
import { countPlays } from './count-plays.ts';
import { pauseOtherTabs } from './pause-other-tabs.ts';
import { Player } from './player.ts';
import { renewInSight } from './renew-in-sight.ts';
import type { ReadTracks } from './restore-player.ts';
import { forgetPlacesOfOthers } from './stored-places.ts';
import { readTabPlayer } from './tab-player.ts';
import { PlayerContext } from './use-player.ts';

interface PlayerProviderProps {
  /** The signed-in account, if any. A change empties the player. */
  listenerId: string | undefined;
  /** Whether it is known who listens. Until then nothing of an earlier page is shown or removed. */
  isListenerKnown: boolean;
  /** Whether the next track starts when one ends. */
  autoplay: boolean;
  /** See `countPlays`. Must be the same function on every render. */
  onPlay: (dropId: string) => () => void;
  /** Reads the tracks of the player that comes back. Must be the same function on every render. */
  readTracks: ReadTracks;
  children: ReactNode;
}

/** Holds the page's player and its audio element, above all routes so that navigation does not stop playback. */
export function PlayerProvider(props: PlayerProviderProps) {
  const { listenerId, isListenerKnown, autoplay, onPlay, readTracks, children } = props;
  const client = useClient();
  const [player] = useState(
    () => new Player(new AudioUrls((paths) => signObjects(client, paths, AUDIO_URL_SECONDS))),
  );

  useEffect(() => {
    const audio = new Audio();
    audio.preload = 'auto';
    const detach = player.attach(audio);
    return () => {
      detach();
      audio.remove();
    };
  }, [player]);

  useEffect(() => pauseOtherTabs(player), [player]);
  useEffect(() => renewInSight(player), [player]);
  useEffect(() => countPlays(client, player, onPlay), [client, player, onPlay]);
  useEffect(() => player.setAutoplay(autoplay), [player, autoplay]);

  useEffect(() => {
    if (!isListenerKnown) return;
    player.changeListener(listenerId);
    forgetPlacesOfOthers(listenerId);
    const kept = readTabPlayer(listenerId);
    if (!kept) return;
    // In a file of its own: most pages have no player to bring back.
    void import('./restore-player.ts').then(
      ({ restorePlayer }) => restorePlayer(player, kept, readTracks),
      (cause: unknown) => logFailure('The code that brings the player back is missing.', cause),
    );
  }, [player, listenerId, isListenerKnown, readTracks]);

  return <PlayerContext value={player}>{children}</PlayerContext>;
}
