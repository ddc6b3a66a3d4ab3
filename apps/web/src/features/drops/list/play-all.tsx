import { Play } from 'lucide-react';
import { useState } from 'react';
import type { Drop } from '#features/drops/drop.ts';
import { isPending } from '#features/drops/pending-drops.ts';
import { playAll } from '#features/player/play-all.ts';
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
          playAll(player, { source, tracks });
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
