import { useEffect } from 'react';
import { usePlayer } from '#features/player/use-player.ts';
import { readPauses } from './read-pauses.ts';
import { skipSilence } from './skip-silence.ts';

/** Shortens long pauses while it is rendered. */
export default function SilenceSkipper() {
  const player = usePlayer();
  useEffect(() => skipSilence(player, readPauses), [player]);
  return null;
}
