import { useLayoutEffect } from 'react';
import { usePlayerState } from '#features/player/use-player.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { lazyPart, toastMissingCode } from '#ui/lazy-part.tsx';

const PlayerBar = lazyPart(() => import('./player-bar-with-actions.tsx'));

/** Shows the player's bar while a track is set. The track plays also when the bar's code fails to load. */
export function PlayerSlot() {
  const hasTrack = usePlayerState(({ track }) => track !== undefined);
  // Before other idle work, which begins in effects: a card is what people press first.
  useLayoutEffect(() => whenIdle(PlayerBar.load), []);
  return hasTrack ? <PlayerBar onMissing={toastMissingCode} /> : null;
}
