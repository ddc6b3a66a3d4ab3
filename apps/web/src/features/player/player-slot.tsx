import { useEffect, type ComponentType } from 'react';
import { whenIdle } from '#lib/when-idle.ts';
import { lazyPart, toastMissingCode } from '#ui/lazy-part.tsx';
import { usePlayerState } from './use-player.ts';

const PlayerBar = lazyPart(() => import('./player-bar.tsx'));

interface PlayerSlotProps {
  /** What can be done with a track besides listening. */
  TrackActions: ComponentType<{ trackId: string }>;
}

/** Shows the player's bar while a track is set. The track plays also when the bar's code fails to load. */
export function PlayerSlot({ TrackActions }: PlayerSlotProps) {
  const hasTrack = usePlayerState(({ track }) => track !== undefined);
  useEffect(() => whenIdle(PlayerBar.load), []);
  return hasTrack ? <PlayerBar TrackActions={TrackActions} onMissing={toastMissingCode} /> : null;
}
