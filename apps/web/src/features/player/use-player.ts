import { createContext, use, useSyncExternalStore } from 'react';
import type { Player } from './player.ts';
import { hasEnded, type PlayerState } from './player-reducer.ts';

export const PlayerContext = createContext<Player | undefined>(undefined);

/** The page's player, always the same object. @throws outside a PlayerProvider */
export function usePlayer(): Player {
  const player = use(PlayerContext);
  if (!player) throw new Error('usePlayer is used outside its PlayerProvider.');
  return player;
}

/**
 * A part of the player's state; rerenders only when that part changes.
 *
 * @param select returns a primitive, or an object that the state itself holds
 * @throws outside a PlayerProvider
 */
export function usePlayerState<Part>(select: (state: PlayerState) => Part): Part {
  const { subscribe, getState } = usePlayer();
  return useSyncExternalStore(subscribe, () => select(getState()));
}

/** The player's status for one track: `idle` unless the track is the current one. */
export function useTrackStatus(id: string): 'idle' | 'waiting' | 'playing' | 'paused' | 'ended' {
  return usePlayerState((state) => {
    const { track, status, waiting } = state;
    if (track?.id !== id || status === 'none') return 'idle';
    if (hasEnded(state)) return 'ended';
    return status === 'playing' && waiting ? 'waiting' : status;
  });
}

/** The position in a track, in seconds; undefined unless the track is the current one. */
export function useTrackPosition(id: string): number | undefined {
  return usePlayerState(({ track, position }) => (track?.id === id ? position : undefined));
}
