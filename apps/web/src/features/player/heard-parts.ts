import type { Player } from './player.ts';

/** How far a track was heard: at least half of it, or to its end. */
export type HeardPart = 'half' | 'end';

/** Between two reports of the audio element, of which a hidden page gets one a second. */
const STEP_MAX_SECONDS = 2;

/** What may be missing at the end, as a share of the track, and at least so many seconds. */
const END_SHARE = 0.1;
const END_SECONDS = 0.5;

/**
 * Tells when half of a track, and when all of it, has been heard: each once for each time that one
 * was set. What is skipped is not heard.
 *
 * @returns a function that stops telling
 */
export function watchHeardParts(
  player: Player,
  onHeard: (trackId: string, part: HeardPart) => void,
): () => void {
  let { turn, position } = player.getState();
  let heard = 0;
  let told: HeardPart | undefined;

  return player.subscribe(() => {
    const state = player.getState();
    const { track, duration, speed, status } = state;
    if (state.turn !== turn) {
      ({ turn, position } = state);
      heard = 0;
      told = undefined;
    }
    const step = state.position - position;
    ({ position } = state);
    if (!track || status !== 'playing' || step <= 0 || step > STEP_MAX_SECONDS * speed) return;
    heard += step;
    if (told === undefined && heard >= duration / 2) {
      told = 'half';
      onHeard(track.id, told);
    }
    if (told === 'half' && heard >= duration - Math.max(END_SECONDS, END_SHARE * duration)) {
      told = 'end';
      onHeard(track.id, told);
    }
  });
}
