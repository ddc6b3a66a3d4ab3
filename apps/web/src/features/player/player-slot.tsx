import { lazy, Suspense, useEffect } from 'react';
import { ignore } from '#ui/code-is-missing.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { usePlayerState } from './use-player.ts';

const loadBar = () => import('./player-bar.tsx');
const PlayerBar = lazy(loadBar);

/** The place of the player's bar, which is there while there is a track. Its code is fetched when idle. */
export function PlayerSlot() {
  const hasTrack = usePlayerState(({ track }) => track !== undefined);
  useEffect(() => whenIdle(() => void loadBar().catch(ignore)), []);
  return hasTrack ? (
    <Suspense>
      <PlayerBar />
    </Suspense>
  ) : null;
}
