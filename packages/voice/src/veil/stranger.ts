import { exp, log } from '../exact-math.ts';
import { BANDS } from './bands.ts';
import { blend } from './curve.ts';
import { NEUTRAL_PACE, NEUTRAL_SPREAD, NEUTRAL_UNVOICED, NEUTRAL_VOICED } from './neutral-voice.ts';
import { makeRandom, type Random } from './random.ts';

/** Who speaks in place of the speaker. By coefficient of the cepstrum, as the neutral voice is. */
export type Stranger = {
  voiced: Float64Array;
  unvoiced: Float64Array;
  spread: Float64Array;
  pace: Float64Array;
  /** By how many bands each band is taken from a higher one. */
  warp: Float64Array;
  /** The middle of the melody, in Hz. */
  pitch: number;
};

/**
 * How far strangers differ from the neutral voice, in standard deviations of logarithms of power, or as a
 * share. Each has to be about as much as speakers differ in what is left of them, so that this cannot be
 * told from the stranger; more of the spread and of the warp makes words less clear.
 */
const TIMBRE = 1.8;
const UNVOICED_TIMBRE = 2.1;
const UNVOICED_LEVEL = 0.7;
const SPREAD = 0.23;
const PACE = 0.3;

/** Strangers move a little more slowly than speakers, since movements are more easily smoothed than made. */
const CALM = 0.9;

/** Fine shapes differ less than coarse ones: by the root of a third of their number. */
const timbreOf = (coefficient: number) => 1 / Math.sqrt(1 + coefficient / 3);

/** The share of a stranger's timbre that unvoiced sounds have, too: the same mouth speaks them. */
const SHARED = 0.5;

/** The greatest warp in bands, at each of five knots from the lowest to the highest. */
const WARP = 0.6;
const WARP_KNOTS = 5;

/** Voices between these, in Hz, keep their harmonics dense enough to carry every vowel. */
const LOWEST_PITCH = 85;
const HIGHEST_PITCH = 150;

/** Draws a stranger. @param random the words of `veil` */
export function drawStranger(random: Uint32Array): Stranger {
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
