import { cos } from '../exact-math.ts';
import { isSpeech, type Voice } from './analyse-voice.ts';
import { BANDS } from './bands.ts';
import { toBands } from './cepstrum.ts';
import { wanderingCurve, type Curve } from './curve.ts';
import { NEUTRAL_SPREAD } from './neutral-voice.ts';
import { makeRandom } from './random.ts';
import type { SyntheticVoice } from './synthetic-voice.ts';

/** Weight, in frames, of the mean of all sounds in the means of voiced and unvoiced sounds, of which a clip may have few. */
const PRIOR = 5;

/** Smoothing coefficient of the slow copy of a cepstral coefficient, per frame. */
const SLOW = 0.3;

/** The mixing shares of the slow copy that are tried to give a coefficient its target pace. */
const SHARPEST = -0.5;
const SHARE_STEP = 0.05;
const SHARES = 31;

/** Smallest deviation, as a share of the neutral voice's: a clip that moves less is not speech and is not amplified to speech. */
const LEAST_DEVIATION = 0.35;

/** The drift of the warp within a clip, in bands for each of three shapes, and the frames between knots. */
const DRIFT = 0.2;
const DRIFT_SHAPES = 3;
const DRIFT_EVERY = 100;

/**
 * Replaces the speaker's timbre by that of `target`: the means of voiced and unvoiced sounds, the deviation
 * from them and the pace of movement. The words remain, as the movement around the means. Changes the
 * voice's cepstra.
 *
 * @returns a function that writes the envelope of a frame, as log powers of its bands
 */
export function replaceTimbre(
  voice: Voice,
  target: SyntheticVoice,
  random: Uint32Array,
): (frame: number, bands: Float64Array) => void {
  const { count, cepstra, voicing } = voice;
  takeMeans(voice);
  const deviations = Float64Array.from({ length: BANDS }, (_, coefficient) => {
    setPace(voice, coefficient, target.pace[coefficient]!);
    return deviationOf(voice, coefficient);
  });
  const draw = makeRandom(random, 'drift');
  const drift = Array.from({ length: DRIFT_SHAPES }, () =>
    wanderingCurve(draw, count, DRIFT_EVERY, DRIFT),
  );
  const cepstrum = new Float64Array(BANDS);
  const straight = new Float64Array(BANDS);
  return (frame, bands) => {
    const voiced = voicing[frame]!;
    for (let k = 0; k < BANDS; k++) {
      const mean = target.voiced[k]! * voiced + target.unvoiced[k]! * (1 - voiced);
      const moved = cepstra[frame * BANDS + k]! / deviations[k]!;
      cepstrum[k] = mean + target.spread[k]! * moved;
    }
    toBands(cepstrum, straight);
    warpBands(straight, bands, target.warp, drift, frame);
  };
}

/** Subtracts the means of voiced and unvoiced sounds from the cepstra. */
function takeMeans(voice: Voice): void {
  const { count, cepstra, voicing } = voice;
  const voiced = new Float64Array(BANDS);
  const unvoiced = new Float64Array(BANDS);
  let voicedFrames = 0;
  let frames = 0;
  for (let frame = 0; frame < count; frame++) {
    if (!isSpeech(voice, frame)) continue;
    const share = voicing[frame]!;
    voicedFrames += share;
    frames++;
    for (let k = 0; k < BANDS; k++) {
      const value = cepstra[frame * BANDS + k]!;
      voiced[k]! += share * value;
      unvoiced[k]! += (1 - share) * value;
    }
  }
  for (let k = 0; k < BANDS; k++) {
    const all = (PRIOR * (voiced[k]! + unvoiced[k]!)) / Math.max(1, frames);
    voiced[k] = (voiced[k]! + all) / (voicedFrames + PRIOR);
    unvoiced[k] = (unvoiced[k]! + all) / (frames - voicedFrames + PRIOR);
  }
  for (let frame = 0; frame < count; frame++) {
    const share = voicing[frame]!;
    for (let k = 0; k < BANDS; k++) {
      cepstra[frame * BANDS + k]! -= voiced[k]! * share + unvoiced[k]! * (1 - share);
    }
  }
}

/** Sets the pace of a coefficient by adding or subtracting a slow copy of itself. */
function setPace(voice: Voice, coefficient: number, pace: number): void {
  const { count, cepstra } = voice;
  const slow = slowCopy(voice, coefficient);
  // The sums of squares and products, from which the pace of every mixture is computed.
  let [plain, mixed, slowed, plainChange, mixedChange, slowedChange] = [0, 0, 0, 0, 0, 0];
  for (let frame = 1; frame < count; frame++) {
    if (!isSpeech(voice, frame) || !isSpeech(voice, frame - 1)) continue;
    const value = cepstra[frame * BANDS + coefficient]!;
    const change = value - cepstra[(frame - 1) * BANDS + coefficient]!;
    const slowValue = slow[frame]!;
    const slowChange = slowValue - slow[frame - 1]!;
    plain += value * value;
    mixed += value * slowValue;
    slowed += slowValue * slowValue;
    plainChange += change * change;
    mixedChange += change * slowChange;
    slowedChange += slowChange * slowChange;
  }
  if (plain === 0) return;
  const squareOf = (share: number, a: number, b: number, c: number) =>
    (1 - share) * (1 - share) * a + 2 * share * (1 - share) * b + share * share * c;
  let best = 0;
  let nearest = Infinity;
  for (let step = 0; step < SHARES; step++) {
    const share = SHARPEST + step * SHARE_STEP;
    const square = squareOf(share, plain, mixed, slowed);
    const change = squareOf(share, plainChange, mixedChange, slowedChange);
    const distance = Math.abs(Math.sqrt(Math.max(0, change) / (square + 1e-9)) - pace);
    if (distance < nearest) {
      nearest = distance;
      best = share;
    }
  }
  for (let frame = 0; frame < count; frame++) {
    cepstra[frame * BANDS + coefficient]! *= 1 - best;
    cepstra[frame * BANDS + coefficient]! += best * slow[frame]!;
  }
}

/** A smoothed copy of a coefficient. Smoothing forward and backward adds no delay. */
function slowCopy({ count, cepstra }: Voice, coefficient: number): Float64Array {
  const slow = new Float64Array(count);
  let value = cepstra[coefficient] ?? 0;
  for (let frame = 0; frame < count; frame++) {
    value += (cepstra[frame * BANDS + coefficient]! - value) * SLOW;
    slow[frame] = value;
  }
  for (let frame = count - 1; frame >= 0; frame--) {
    value += (slow[frame]! - value) * SLOW;
    slow[frame] = value;
  }
  return slow;
}

/** The standard deviation of a coefficient from its means. */
function deviationOf(voice: Voice, coefficient: number): number {
  let sum = 0;
  let frames = 0;
  for (let frame = 0; frame < voice.count; frame++) {
    if (!isSpeech(voice, frame)) continue;
    const value = voice.cepstra[frame * BANDS + coefficient]!;
    sum += value * value;
    frames++;
  }
  return Math.max(
    LEAST_DEVIATION * NEUTRAL_SPREAD[coefficient]!,
    Math.sqrt(sum / Math.max(1, frames)),
  );
}

/** The strength of the warp at each band: less at the two outermost bands of each end, which have no neighbours to read from. */
const WARPED = Float64Array.from({ length: BANDS }, (_, band) => {
  const inside = Math.min(1, Math.min(band, BANDS - 1 - band) / 2);
  return 0.3 + 0.7 * inside;
});

/** The shapes of the drift over the bands: a shift, a tilt, a bow. */
const SHAPES = Array.from({ length: DRIFT_SHAPES }, (_, shape) =>
  Float64Array.from({ length: BANDS }, (_, band) => cos((Math.PI * shape * band) / (BANDS - 1))),
);

function warpBands(
  straight: Float64Array,
  bands: Float64Array,
  warp: Float64Array,
  drift: readonly Curve[],
  frame: number,
): void {
  const drifted = drift.map((curve) => curve(frame));
  for (let band = 0; band < BANDS; band++) {
    let shift = warp[band]!;
    for (let i = 0; i < DRIFT_SHAPES; i++) shift += drifted[i]! * SHAPES[i]![band]!;
    const place = Math.max(0, Math.min(BANDS - 1, band + shift * WARPED[band]!));
    const below = Math.min(BANDS - 2, Math.floor(place));
    const share = place - below;
    bands[band] = straight[below]! * (1 - share) + straight[below + 1]! * share;
  }
}
