import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { useCode } from '#ui/use-code.ts';
import { usePlayerState } from './use-player.ts';

const loadBar = () => import('./player-bar.tsx');
const PlayerBar = lazy(loadBar);

/**
 * The place of the player's bar, which is there while there is a track. Where its code
 * does not come the track plays on without, and the next one fetches it again.
 */
export function PlayerSlot() {
  const trackId = usePlayerState(({ track }) => track?.id);
  const [isThere, withCode] = useCode(loadBar);
  const fetchBar = useEffectEvent(() => withCode(() => {}));
  useEffect(() => {
    if (trackId !== undefined) fetchBar();
  }, [trackId]);
  return isThere && trackId !== undefined ? (
    <Suspense>
      <PlayerBar />
    </Suspense>
  ) : null;
}
