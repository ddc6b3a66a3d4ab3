import { normalizingGain } from './gain.ts';
import { integratedLoudness, weigh } from './integrated-loudness.ts';
import { makeLimiter } from './limit-peaks.ts';
import { speechShare } from './speech-share.ts';

/** The loudness of every posted clip, in LUFS: about that of podcasts and of voice messages. */
export const TARGET_LOUDNESS = -18;

/**
 * The greatest gain in dB on top of the filters' peak normalisation. The original is not normalised and
 * gets the normalising gain in addition.
 */
const MAX_LIFT = 18;

/**
 * Ceiling of the limiter in dB of full scale. MP3 coding at 64 kbit/s raises peaks, by less than 1 dB in
 * most clips and by 3.9 dB in the worst of two hundred (`loudness.bench.ts` prints the demo's), and the
 * decoded true peak must not exceed -1.
 */
const CEILING = -5.5;

/** Limiting makes a clip softer; the gain is raised again until the loudness is this close to the goal, in LU. */
const TOLERANCE = 0.2;

/**
 * Release time of the limiter in each round, in seconds. The first spans several periods of a voice, so
 * that the gain does not follow single periods. A voice that is all peaks, such as a creaking one, would
 * then be attenuated as a whole by as much as it was raised; the shorter releases prevent that.
 */
const RELEASES = [0.06, 0.06, 0.02, 0.005];

/** Factor on the missing loudness: the more a clip is limited, the less an additional gain raises it. */
const OVERSHOOT = 1.5;

/**
 * Brings a clip to `TARGET_LOUDNESS` by one gain, and keeps its true peak below -1 dB of full scale
 * after encoding by a limiter. Pure: the input is left as it is.
 *
 * A clip whose level and course say that it holds no speech is lowered when it is too loud, and
 * never raised; in between, it is raised in part. Silence stays silence.
 *
 * @param samples one channel, full scale at ±1; may go beyond it.
 * @param sampleRate in Hz, at least 8000.
 * @throws {RangeError} when a sample is not finite.
 */
export function levelLoudness(
  samples: Float32Array,
  sampleRate: number,
): Float32Array<ArrayBuffer> {
  const mostGain = toDecibels(Math.max(1, normalizingGain(samples))) + MAX_LIFT;
  const weighted = weigh(samples, sampleRate);
  const loudness = integratedLoudness(weighted, sampleRate);
  if (loudness === -Infinity) return new Float32Array(samples);

  const missing = TARGET_LOUDNESS - loudness;
  const goal =
    missing <= 0
      ? missing
      : Math.min(missing, mostGain) * speechShare(weighted, loudness, sampleRate);
  const limit = makeLimiter(samples, sampleRate);
  let next = goal;
  let gain = goal;
  let lost = 0;
  let gains = new Float32Array(0);
  for (const release of RELEASES) {
    gain = next;
    gains = limit(fromDecibels(CEILING - gain), release);
    // The gains change so slowly that they commute with the K-weighting.
    const limited = integratedLoudness(weighted, sampleRate, gains) + gain;
    lost = loudness + goal - limited;
    if (lost < TOLERANCE) break;
    next = Math.min(gain + lost * OVERSHOOT, Math.max(goal, mostGain));
  }
  return multiply(samples, gains, fromDecibels(gain + Math.min(0, lost)));
}

function multiply(
  samples: Float32Array,
  gains: Float32Array,
  factor: number,
): Float32Array<ArrayBuffer> {
  const product = new Float32Array(samples.length);
  for (let i = 0; i < product.length; i++) product[i] = samples[i]! * gains[i]! * factor;
  return product;
}

function toDecibels(factor: number): number {
  return 20 * Math.log10(factor);
}

function fromDecibels(decibels: number): number {
  return 10 ** (decibels / 20);
}
