import { STRETCH, visitStretchesAbove } from './true-peak.ts';

/** The time in which the limiter goes 63 % of the way down to a peak, ahead of it, in seconds. */
const ATTACK = 0.0015;

/**
 * Keeps the true peak of a clip at or below `ceiling` by turning its peaks down, with look-ahead:
 * what is far from a peak is left as it was. Changes the samples in place.
 *
 * @param ceiling 1 at full scale.
 * @param release the time in which it goes 63 % of the way back up after a peak, in seconds.
 * @param sampleRate in Hz.
 */
export function limitPeaks(
  samples: Float32Array,
  ceiling: number,
  release: number,
  sampleRate: number,
): void {
  const gains = new Float32Array(samples.length);
  gains.fill(1);
  let isBelow = true;
  visitStretchesAbove(samples, ceiling, (start, magnitudes) => {
    for (let i = 0; i < STRETCH; i++) {
      if (magnitudes[i]! <= ceiling) continue;
      isBelow = false;
      lower(gains, start + i, ceiling / magnitudes[i]!);
    }
  });
  if (isBelow) return;
  turnDownAhead(gains, shareOfWay(ATTACK, sampleRate));
  applyAndRelease(samples, gains, shareOfWay(release, sampleRate));
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

function applyAndRelease(samples: Float32Array, gains: Float32Array, share: number): void {
  let gain = 1;
  for (let i = 0; i < samples.length; i++) {
    gain += (1 - gain) * share;
    if (gains[i]! < gain) gain = gains[i]!;
    samples[i]! *= gain;
  }
}
