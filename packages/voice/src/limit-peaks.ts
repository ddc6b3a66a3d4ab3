import { makePeakFinder, STRETCH } from './true-peak.ts';

/** Attack time constant in seconds; the limiter begins before the peak. */
const ATTACK = 0.0015;

/**
 * Makes a look-ahead limiter for a clip, which keeps its true peak at or below a ceiling and leaves
 * samples far from a peak unchanged. Peaks that were measured for one ceiling are reused for the next.
 *
 * @param samples must not change while the limiter is used
 * @param sampleRate in Hz
 */
export function makeLimiter(samples: Float32Array, sampleRate: number) {
  const visitStretchesAbove = makePeakFinder(samples);
  const gains = new Float32Array(samples.length);
  /**
   * @param ceiling 1 at full scale
   * @param release time constant in seconds
   * @returns the gain of each sample, at most 1. The next call overwrites the array.
   */
  return (ceiling: number, release: number): Float32Array<ArrayBuffer> => {
    gains.fill(1);
    let isBelow = true;
    visitStretchesAbove(ceiling, (start, magnitudes) => {
      for (let i = start; i < start + STRETCH; i++) {
        if (magnitudes[i]! <= ceiling) continue;
        isBelow = false;
        lower(gains, i, ceiling / magnitudes[i]!);
      }
    });
    if (isBelow) return gains;
    applyLookAhead(gains, smoothingCoefficient(ATTACK, sampleRate));
    applyRelease(gains, smoothingCoefficient(release, sampleRate));
    return gains;
  };
}

/** Lowers both samples around a magnitude, which lies between them. */
function lower(gains: Float32Array, at: number, gain: number): void {
  for (let i = at; i <= at + 1 && i < gains.length; i++) {
    if (gain < gains[i]!) gains[i] = gain;
  }
}

/** The coefficient of a one-pole smoother with this time constant. */
function smoothingCoefficient(seconds: number, sampleRate: number): number {
  return 1 - Math.exp(-1 / (seconds * sampleRate));
}

/** Smooths the gains backward in time, so that the limiter acts before a peak. */
function applyLookAhead(gains: Float32Array, share: number): void {
  let gain = 1;
  for (let i = gains.length - 1; i >= 0; i--) {
    gain += (1 - gain) * share;
    if (gains[i]! < gain) gain = gains[i]!;
    else gains[i] = gain;
  }
}

/** Smooths the gains forward in time, so that they return to 1 after a peak. */
function applyRelease(gains: Float32Array, share: number): void {
  let gain = 1;
  for (let i = 0; i < gains.length; i++) {
    gain += (1 - gain) * share;
    if (gains[i]! < gain) gain = gains[i]!;
    else gains[i] = gain;
  }
}
