import { useEffect } from 'react';
import { whenIdle } from '#lib/when-idle.ts';
import { lazyPart, toastMissingCode } from '#ui/lazy-part.tsx';
import { usePlayerState } from './use-player.ts';

const PlayerBar = lazyPart(() => import('./player-bar.tsx'));

/** The place of the player's bar, which is there while there is a track. Without its code the track plays on. */
export function PlayerSlot() {
  const hasTrack = usePlayerState(({ track }) => track !== undefined);
  useEffect(() => whenIdle(PlayerBar.preload), []);
  return hasTrack ? <PlayerBar onMissing={toastMissingCode} /> : null;
}
