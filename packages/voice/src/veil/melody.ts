import { exp, log } from '../exact-math.ts';
import type { Voice } from './analyse-voice.ts';
import { wanderingCurve } from './curve.ts';
import { makeRandom } from './random.ts';

/** Voicing from which a frame has a pitch, and from which its pitch counts in the statistics. */
const VOICED = 0.6;
const CERTAIN = 0.7;

/** Log pitch of the output for each interquartile range of the speaker's melody: less than a semitone. */
const RANGE = 0.045;

/** Pitches further from the median than this many ranges are detection errors. */
const FURTHEST = 2;

/** Smallest range, so that a monotone clip is not stretched to a melody. */
const LEAST_RANGE = 0.05;

/** Smoothing coefficient of the melody, per frame: a time constant of about a tenth of a second. */
const SMOOTHING = 0.12;

/** The random variation of the melody, slow and quick: its depth, and the frames between knots. */
const SLOW = { every: 60, depth: 0.05 };
const QUICK = { every: 12, depth: 0.015 };

/**
 * The pitch of each frame, in Hz: nearly constant, with a trace of the speaker's rise and fall normalised
 * to the same range for every speaker.
 *
 * @param middle the mean pitch of the synthetic voice, in Hz
 */
export function flattenMelody(voice: Voice, middle: number, random: Uint32Array): Float64Array {
  const { count, voicing, pitches } = voice;
  const certain: number[] = [];
  for (let frame = 0; frame < count; frame++) {
    if (voicing[frame]! > CERTAIN) certain.push(log(pitches[frame]!));
  }
  certain.sort((a, b) => a - b);
  const quartile = (share: number) => certain[Math.floor(share * certain.length)] ?? 0;
  const center = quartile(0.5);
  const range = Math.max(LEAST_RANGE, quartile(0.75) - quartile(0.25));
  const draw = makeRandom(random, 'melody-curve');
  const slow = wanderingCurve(draw, count, SLOW.every, SLOW.depth);
  const quick = wanderingCurve(draw, count, QUICK.every, QUICK.depth);
  let place = 0;
  return Float64Array.from({ length: count }, (_, frame) => {
    const isVoiced = certain.length > 0 && voicing[frame]! > VOICED;
    const spoken = isVoiced ? (log(pitches[frame]!) - center) / range : 0;
    place += (Math.max(-FURTHEST, Math.min(FURTHEST, spoken)) - place) * SMOOTHING;
    return middle * exp(RANGE * place + slow(frame) + quick(frame));
  });
}
