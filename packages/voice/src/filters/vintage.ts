import { BUTTERWORTH_4, applyPair, highpass, lowpass } from '../biquad.ts';
import { peakLevel } from '../gain.ts';

/** What an old set's small speaker and narrow transmission let through, in Hz. */
const HIGHPASS = 250;
const LOWPASS = 3200;

/**
 * Hiss beside the voice: this share of the clip's peak (-42 dB), before the band limits, so that it
 * sounds as if it came over the air. Being relative, it is as faint in a quiet take as in a loud one.
 */
const NOISE = 0.008;

/** Vintage Radio: hiss is added, then only the band of an old set is left. Works in place. */
export function vintage(
  samples: Float32Array<ArrayBuffer>,
  sampleRate: number,
  seed: number,
): Float32Array<ArrayBuffer> {
  addNoise(samples, NOISE * peakLevel(samples), seed);
  const [q1, q2] = BUTTERWORTH_4;
  applyPair(samples, highpass(HIGHPASS, q1, sampleRate), highpass(HIGHPASS, q2, sampleRate));
  applyPair(samples, lowpass(LOWPASS, q1, sampleRate), lowpass(LOWPASS, q2, sampleRate));
  return samples;
}

/** Adds white noise between ±`level`; the same seed gives the same noise. */
function addNoise(samples: Float32Array, level: number, seed: number): void {
  // Xorshift (Marsaglia 2003) on 32 bits, which must not start at zero.
  let state = seed | 0 || 1;
  const scale = level / 0x80000000;
  for (let i = 0; i < samples.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    samples[i]! += state * scale;
  }
}
