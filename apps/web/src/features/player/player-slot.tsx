import { lazy, Suspense } from 'react';
import { usePreload } from '#ui/use-code.ts';
import { usePlayerState } from './use-player.ts';

const loadBar = () => import('./player-bar.tsx');
const PlayerBar = lazy(loadBar);

/** The place of the player's bar, which is there while there is a track. Its code is fetched when idle. */
export function PlayerSlot() {
  const hasTrack = usePlayerState(({ track }) => track !== undefined);
  usePreload(loadBar);
  return hasTrack ? (
    <Suspense>
      <PlayerBar />
    </Suspense>
  ) : null;
}
