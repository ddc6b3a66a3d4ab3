import { makePeakFinder, STRETCH } from './true-peak.ts';

/** The time in which the limiter goes 63 % of the way down to a peak, ahead of it, in seconds. */
const ATTACK = 0.0015;

/**
 * Makes a limiter for a clip, which keeps its true peak at or below a ceiling by turning its peaks down,
 * with look-ahead: what is far from a peak is left as it is. Each use looks for the peaks in what earlier
 * ones have measured.
 *
 * @param samples must not change meanwhile
 * @param sampleRate in Hz
 */
export function makeLimiter(samples: Float32Array, sampleRate: number) {
  const visitStretchesAbove = makePeakFinder(samples);
  const gains = new Float32Array(samples.length);
  /**
   * @param ceiling 1 at full scale
   * @param release the time in which it goes 63 % of the way back up after a peak, in seconds
   * @returns the gain of each sample, at most 1. The array is used again.
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
    turnDownAhead(gains, shareOfWay(ATTACK, sampleRate));
    releaseSlowly(gains, shareOfWay(release, sampleRate));
    return gains;
  };
}

/** A magnitude is that between two samples, both of which have part in it. */
function lower(gains: Float32Array, at: number, gain: number): void {
  for (let i = at; i <= at + 1 && i < gains.length; i++) {
    if (gain < gains[i]!) gains[i] = gain;
  }
}

/** The share of the way to its end that a gain goes within a sample. */
function shareOfWay(seconds: number, sampleRate: number): number {
  return 1 - Math.exp(-1 / (seconds * sampleRate));
}

/** Backwards in time each gain returns towards 1; that is the look-ahead. */
function turnDownAhead(gains: Float32Array, share: number): void {
  let gain = 1;
  for (let i = gains.length - 1; i >= 0; i--) {
    gain += (1 - gain) * share;
    if (gains[i]! < gain) gain = gains[i]!;
    else gains[i] = gain;
  }
}

/** Forwards in time each gain returns towards 1. */
function releaseSlowly(gains: Float32Array, share: number): void {
  let gain = 1;
  for (let i = 0; i < gains.length; i++) {
    gain += (1 - gain) * share;
    if (gains[i]! < gain) gain = gains[i]!;
    else gains[i] = gain;
  }
}
