import { normalizingGain } from './gain.ts';
import { integratedLoudness, weigh } from './integrated-loudness.ts';
import { makeLimiter } from './limit-peaks.ts';
import { speechShare } from './speech-share.ts';

/** The loudness of every posted clip, in LUFS: about that of podcasts and of voice messages. */
export const TARGET_LOUDNESS = -18;

/**
 * The most that a clip is raised, in dB, beyond what a filter's own
 * normalisation would give it: the original, which has none, is due that much as well.
 */
const MAX_LIFT = 18;

/**
 * Where the limiter keeps the true peak, in dB of full scale, so that it does not exceed -1 after
 * encoding. What MP3 at 64 kbit/s leaves out of a voice raises single peaks: by less than 1 dB in
 * most clips, by 3.9 dB in the worst of two hundred (`loudness.bench.ts` prints the demo's).
 */
const CEILING = -5.5;

/** A limited clip is softer than its gain says; it is raised anew until it lies this close, in LU. */
const TOLERANCE = 0.2;

/**
 * How slowly the limiter lets go, in seconds, in each round. Over several periods of a voice, so that
 * it does not follow each; but a voice that is all peaks, as a creaking one is, would so be turned
 * down as a whole, and as much as it is raised.
 */
const RELEASES = [0.06, 0.06, 0.02, 0.005];

/** The more a clip is limited, the less of what it is raised by is heard. */
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
    // The gains change so slowly that the ear's weighing of the limited clip is the limited weighing of the clip.
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
