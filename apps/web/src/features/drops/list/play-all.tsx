import { Play } from 'lucide-react';
import { useState } from 'react';
import type { Drop } from '#features/drops/drop.ts';
import { isPending } from '#features/drops/pending-drops.ts';
import type { Player } from '#features/player/player.ts';
import type { Playlist } from '#features/player/track.ts';
import { hasEnded } from '#features/player/player-reducer.ts';
import { usePlayer, usePlayerState } from '#features/player/use-player.ts';
import { Button } from '#ui/button.tsx';
import { useCurrentCardInView } from './use-current-card-in-view.ts';

interface PlayAllProps {
  /** Names the list for the player. */
  source: string;
  /** The drops of the list as they are shown. */
  drops: readonly Drop[];
  keyOf: (drop: Drop) => string;
}

/** Plays all drops of a list in order. Pressed again, it goes on and shows the current card. */
export function PlayAllButton({ source, drops, keyOf }: PlayAllProps) {
  const player = usePlayer();
  const isOn = usePlaysAll(source);
  const [presses, setPresses] = useState(0);
  const tracks = drops.filter((drop) => !isPending(drop));
  if (tracks.length < 2) return null;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => {
          playAll(player, { source, tracks, all: true });
          setPresses(presses + 1);
        }}
      >
        <Play fill="currentColor" className="text-voice" /> Play all
      </Button>
      {isOn && <CurrentCard key={presses} drops={drops} keyOf={keyOf} goesThere={presses > 0} />}
    </>
  );
}

/** Whether a person plays all of a list. */
export const usePlaysAll = (source: string): boolean =>
  usePlayerState(({ playlist }) => playlist.source === source && playlist.all === true);

/** @param goesThere whether the page scrolls to the card at once, and not when the next track comes */
function CurrentCard({
  drops,
  keyOf,
  goesThere,
}: Omit<PlayAllProps, 'source'> & { goesThere: boolean }) {
  useCurrentCardInView(drops, keyOf, goesThere);
  return null;
}

function playAll(player: Player, playlist: Playlist): void {
  const state = player.getState();
  const [first] = playlist.tracks;
  const isOfList = state.playlist.source === playlist.source;
  const goesOn = isOfList && (state.playlist.all === true || state.track?.id === first?.id);
  if (goesOn && !hasEnded(state)) {
    player.updatePlaylist(playlist);
    if (state.status === 'paused') player.resume();
  } else if (first) {
    // The player would toggle the current track.
    if (state.track?.id === first.id) player.stop();
    player.play(first, playlist);
  }
}
