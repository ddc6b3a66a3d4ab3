import { use, useEffect, useState, type ReactNode } from 'react';
import { useClient } from '#lib/app.ts';
import { AudioUrls } from './audio-urls.ts';
import { Player } from './player.ts';
import { signAudio } from './sign-audio.ts';
import { PlayerContext } from './use-player.ts';

interface PlayerProviderProps {
  /** The signed-in account, if any. A change empties the player. */
  listenerId: string | undefined;
  /** Whether the next track starts when one ends. */
  autoplay: boolean;
  children: ReactNode;
}

/**
 * Provides the page's player and its audio element: those of an outer context, which may have been playing before the
 * app was there, or new ones. It is above all routes, so that navigation does not stop playback.
 */
export function PlayerProvider({ listenerId, autoplay, children }: PlayerProviderProps) {
  const client = useClient();
  const earlyPlayer = use(PlayerContext);
  const [player] = useState(() => earlyPlayer ?? new Player(new AudioUrls(signAudio(client))));

  useEffect(() => player.attach(), [player]);
  useEffect(() => player.changeListener(listenerId), [player, listenerId]);
  useEffect(() => player.setAutoplay(autoplay), [player, autoplay]);

  return <PlayerContext value={player}>{children}</PlayerContext>;
}
