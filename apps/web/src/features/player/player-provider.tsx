import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import { useEffect, useState, type ReactNode } from 'react';
import { useClient } from '#lib/app.ts';
import { signObjects } from '#lib/sign-objects.ts';
import { AudioUrls } from './audio-urls.ts';
import { Player } from './player.ts';
import { PlayerContext } from './use-player.ts';

interface PlayerProviderProps {
  /** The signed-in account, if any. A change empties the player. */
  listenerId: string | undefined;
  /** Whether the next track starts when one ends. */
  autoplay: boolean;
  children: ReactNode;
}

/** Provides the page's player and its audio element. It is above all routes, so that navigation does not stop playback. */
export function PlayerProvider({ listenerId, autoplay, children }: PlayerProviderProps) {
  const client = useClient();
  const [player] = useState(
    () =>
      new Player(
        new AudioUrls(async (paths) =>
          navigator.onLine
            ? signObjects(client, paths, AUDIO_URL_SECONDS)
            : (await import('./open-kept-audio.ts')).openKeptAudio(client, paths),
        ),
      ),
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

  useEffect(() => player.changeListener(listenerId), [player, listenerId]);
  useEffect(() => player.setAutoplay(autoplay), [player, autoplay]);

  return <PlayerContext value={player}>{children}</PlayerContext>;
}
