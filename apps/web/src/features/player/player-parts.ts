import type { ComponentType } from 'react';

/** Parts of the player's bar and sheet that know more of a track than how to play it. */
export interface PlayerParts {
  /** What can be done with a track besides playing it; `compact`: only the most important. */
  TrackActions: ComponentType<{ trackId: string; compact?: boolean }>;
  /** Offers at most `count` tracks to play after the last one of a list. */
  Suggestions: ComponentType<{ trackId: string; count: number }>;
}
