import { useEffect, useState, type ReactNode } from 'react';
import { useClient } from '#lib/app.ts';
import { AudioUrls } from './audio-urls.ts';
import { countPlays } from './count-plays.ts';
import { oneTabPlays } from './one-tab-plays.ts';
import { Player } from './player.ts';
import { signAudio } from './queries.ts';
import { PlayerContext } from './use-player.ts';

interface PlayerProviderProps {
  /** The signed-in account, if any: another listener's player begins empty. */
  listenerId: string | undefined;
  /** Whether a track that has ended is followed by the next. */
  autoplay: boolean;
  /** Told of each play with the drop's id; returns what is called once it was counted. Keep it the same between renders. */
  onPlay: (dropId: string) => () => void;
  children: ReactNode;
}

/** Holds the one player and its audio element, above all pages so that moving between them stops nothing. */
export function PlayerProvider(props: PlayerProviderProps) {
  const { listenerId, autoplay, onPlay, children } = props;
  const client = useClient();
  const [player] = useState(() => new Player(new AudioUrls((paths) => signAudio(client, paths))));

  useEffect(() => {
    const audio = new Audio();
    audio.preload = 'auto';
    const detach = player.attach(audio);
    return () => {
      detach();
      audio.remove();
    };
  }, [player]);

  useEffect(() => oneTabPlays(player), [player]);
  useEffect(() => countPlays(client, player, onPlay), [client, player, onPlay]);
  useEffect(() => player.changeListener(listenerId), [player, listenerId]);
  useEffect(() => player.setAutoplay(autoplay), [player, autoplay]);

  return <PlayerContext value={player}>{children}</PlayerContext>;
}
