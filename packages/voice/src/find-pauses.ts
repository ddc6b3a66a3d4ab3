import { meanSquares } from './integrated-loudness.ts';

/** A part of a clip in which nobody speaks, in seconds from the clip's start. */
export interface Pause {
  start: number;
  end: number;
}

/** Window length in seconds: a period of the lowest voice. */
const WINDOW = 0.02;

/** A window below this level is silent, in dB of full scale (root mean square; 0 dB is a constant ±1). */
const SILENT_BELOW = -45;

/** A pause is longer than this, in seconds. */
const PAUSE_MIN = 0.6;

/**
 * Finds the pauses of a clip: more than 0.6 s in which the root mean square of every window of 20 ms is below
 * -45 dB of full scale. Both edges are multiples of the window, inside the silence.
 *
 * @param samples one channel; full scale is ±1
 * @param sampleRate in Hz
 * @returns the pauses in order, which do not touch
 */
export function findPauses(samples: Float32Array, sampleRate: number): Pause[] {
  const length = Math.round(WINDOW * sampleRate);
  const silentBelow = 10 ** (SILENT_BELOW / 10);
  const pauses: Pause[] = [];
  let first: number | undefined;
  const endAt = (window: number) => {
    if (first !== undefined && (window - first) * length > PAUSE_MIN * sampleRate) {
      pauses.push({ start: (first * length) / sampleRate, end: (window * length) / sampleRate });
    }
    first = undefined;
  };
  const powers = meanSquares(samples, length);
  powers.forEach((power, window) => {
    if (power < silentBelow) first ??= window;
    else endAt(window);
  });
  endAt(powers.length);
  return pauses;
}
