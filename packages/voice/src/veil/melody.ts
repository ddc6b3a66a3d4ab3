import { exp, log } from '../exact-math.ts';
import type { Voice } from './analyse-voice.ts';
import { wanderingCurve } from './curve.ts';
import { makeRandom } from './random.ts';

/** Frames that are voiced at least as surely as this have a pitch. */
const HEARD = 0.6;
const SURE = 0.7;

/** How far the melody goes for each quartile's range of the speaker's: less than a semitone. */
const RANGE = 0.045;

/** Beyond so many of those ranges, a pitch is an error. */
const FURTHEST = 2;

/** A clip of one note is not stretched to a melody. */
const LEAST_RANGE = 0.05;

/** How much of a change the melody follows from frame to frame: it takes a tenth of a second. */
const FOLLOWED = 0.12;

/** How far the melody wanders of its own, slowly and quickly; and the frames from knot to knot. */
const SLOW = { every: 60, depth: 0.05 };
const QUICK = { every: 12, depth: 0.015 };

/**
 * The pitch of each frame, in Hz: flat around the stranger's, with a trace of the speaker's rise and fall, whose range is made
 * the same for everybody.
 *
 * @param middle the stranger's pitch, in Hz
 */
export function flattenMelody(voice: Voice, middle: number, random: Uint32Array): Float64Array {
  const { count, voicing, pitches } = voice;
  const sure: number[] = [];
  for (let frame = 0; frame < count; frame++) {
    if (voicing[frame]! > SURE) sure.push(log(pitches[frame]!));
  }
  sure.sort((a, b) => a - b);
  const quartile = (share: number) => sure[Math.floor(share * sure.length)] ?? 0;
  const center = quartile(0.5);
  const range = Math.max(LEAST_RANGE, quartile(0.75) - quartile(0.25));
  const draw = makeRandom(random, 'melody-curve');
  const slow = wanderingCurve(draw, count, SLOW.every, SLOW.depth);
  const quick = wanderingCurve(draw, count, QUICK.every, QUICK.depth);
  let place = 0;
  return Float64Array.from({ length: count }, (_, frame) => {
    const isHeard = sure.length > 0 && voicing[frame]! > HEARD;
    const spoken = isHeard ? (log(pitches[frame]!) - center) / range : 0;
    place += (Math.max(-FURTHEST, Math.min(FURTHEST, spoken)) - place) * FOLLOWED;
    return middle * exp(RANGE * place + slow(frame) + quick(frame));
  });
}
