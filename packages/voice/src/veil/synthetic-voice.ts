import { exp, log } from '../exact-math.ts';
import { BANDS } from './bands.ts';
import { blend } from './curve.ts';
import { NEUTRAL_PACE, NEUTRAL_SPREAD, NEUTRAL_UNVOICED, NEUTRAL_VOICED } from './neutral-voice.ts';
import { makeRandom, type Random } from './random.ts';

/** The random voice that replaces the speaker's. Arrays are indexed by cepstral coefficient, as in the neutral voice. */
export type SyntheticVoice = {
  voiced: Float64Array;
  unvoiced: Float64Array;
  spread: Float64Array;
  pace: Float64Array;
  /** For each band, how many bands higher its level is read. */
  warp: Float64Array;
  /** The mean pitch, in Hz. */
  pitch: number;
};

/**
 * The deviation of synthetic voices from the neutral voice, in log power or as a share. Each is about as
 * large as the differences between speakers that remain after masking, so that these cannot be
 * distinguished from the synthetic voice. A larger spread or warp makes words less clear.
 */
const TIMBRE = 1.8;
const UNVOICED_TIMBRE = 2.1;
const UNVOICED_LEVEL = 0.7;
const SPREAD = 0.23;
const PACE = 0.3;

/** Synthetic voices move a little more slowly than speakers, since smoothing a movement is easier than adding one. */
const CALM = 0.9;

/** Higher coefficients, which are finer shapes, vary less. */
const timbreOf = (coefficient: number) => 1 / Math.sqrt(1 + coefficient / 3);

/** The share of the voiced timbre that unvoiced sounds have too, since the same mouth produces both. */
const SHARED = 0.5;

/** The greatest warp in bands, at each of five knots from the lowest to the highest. */
const WARP = 0.6;
const WARP_KNOTS = 5;

/** Voices between these, in Hz, keep their harmonics dense enough to carry every vowel. */
const LOWEST_PITCH = 85;
const HIGHEST_PITCH = 150;

/** Draws a synthetic voice at random. @param random the words of `veil` */
export function drawSyntheticVoice(random: Uint32Array): SyntheticVoice {
  const timbre = makeRandom(random, 'timbre');
  const ofCoefficients = (value: (coefficient: number) => number) =>
    Float64Array.from({ length: BANDS }, (_, coefficient) => value(coefficient));
  // The level, the first coefficient, is set by the clip's own.
  const voiced = ofCoefficients(
    (k) => NEUTRAL_VOICED[k]! + (k === 0 ? 0 : TIMBRE * timbreOf(k) * normal(timbre)),
  );
  const unvoiced = ofCoefficients((k) => {
    const apart = k === 0 ? UNVOICED_LEVEL : UNVOICED_TIMBRE * timbreOf(k);
    return (
      NEUTRAL_UNVOICED[k]! + SHARED * (voiced[k]! - NEUTRAL_VOICED[k]!) + apart * normal(timbre)
    );
  });
  const spread = ofCoefficients((k) => NEUTRAL_SPREAD[k]! * (1 + SPREAD * normal(timbre)));
  const pace = ofCoefficients((k) => NEUTRAL_PACE[k]! * CALM * (1 + PACE * normal(timbre)));
  const melody = makeRandom(random, 'melody');
  const pitch = exp(melody.between(log(LOWEST_PITCH), log(HIGHEST_PITCH)));
  return { voiced, unvoiced, spread, pace, warp: drawWarp(makeRandom(random, 'warp')), pitch };
}

function drawWarp(draw: Random): Float64Array {
  const knots = Float64Array.from({ length: WARP_KNOTS }, () => draw.between(-WARP, WARP));
  return Float64Array.from({ length: BANDS }, (_, band) => {
    const place = (band / BANDS) * (WARP_KNOTS - 1);
    const knot = Math.floor(place);
    return blend(knots[knot]!, knots[knot + 1]!, place - knot);
  });
}

/** Nearly normally distributed with a standard deviation of 1, and never beyond 3. */
const normal = (draw: Random): number => 2 * (draw.next() + draw.next() + draw.next() - 1.5);
