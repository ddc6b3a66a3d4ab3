import { perClient } from '#lib/per-client.ts';
import type { Player } from '#features/player/player.ts';

/**
 * How much silence a player has skipped since the page was opened, in seconds. It grows before the player reports
 * the position after the silence, so that what counts seconds of listening can distinguish the two.
 */
export const skippedSilence = perClient((_player: Player) => ({ seconds: 0 }));
