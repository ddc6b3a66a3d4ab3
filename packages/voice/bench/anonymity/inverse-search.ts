import { alignWaveforms } from './align-waveforms.ts';
import { CEPSTRUM_SIZE, melCepstra, speechSpectrogram, type Cepstra } from './cepstra.ts';
import { positionsAlong, warpTime, type Path } from './dynamic-time-warp.ts';
import { melodyOf } from './melody.ts';
import { positionsBetween, readAlong } from './read-along.ts';
import { shiftPitch } from './shift-pitch.ts';
import type { Spectrogram } from './spectrogram.ts';
import { warpEnvelope, type FrequencyWarp } from './warp-envelope.ts';

/** The correlations of the unmasked voice with the result of the best inverse that was tried; 1 for the same voice. */
export type Inverse = {
  /** Of the whole waveforms. The classes use this figure as the inverse. */
  waveform: number;
  /** The mean of pieces of 0.25 s, each shifted by up to 10 ms to its best match. */
  pieces: number;
  /** Of the cepstral sequences, along the best time warp. */
  cepstra: number;
};

/** The factors by which frequencies may have been moved: 0.66 to 1.52, in steps of 2 per cent. */
const SCALES = Array.from({ length: 43 }, (_, i) => 1.02 ** (i - 21));

/** The knots of a curve of factors, in Hz, and the steps by which the search changes it at one of them. */
const KNOTS = [400, 1200, 2400, 4500];
const BENDS = [1.12, 1.06, 1.03];

/** Seconds between frames of the search, coarse for speed, and of the final alignment. */
const SEARCH_STEP = 0.02;
const STEP = 0.01;

/** The first coefficient is the level; those after the sixteenth are mostly noise. */
const COMPARED = 16;

/** Frames over which a time warp is smoothed before waveforms are aligned by it: 0.3 s. */
const SMOOTHING = 15;

/** The similarity of two voices by their cepstra, for one warp of the masked voice's spectrum. */
type Likeness = { value: number; path: Path };

/**
 * Searches the speed, the pitch, the warp of the envelope and the warp of time that recover most of the
 * unmasked voice.
 *
 * The search knows the unmasked voice and takes the best match, which no attacker can do. Its result is
 * an upper bound of what an attacker can recover by these means.
 *
 * @param original and masked at `sampleRate` Hz, of which 16 kHz are meant
 */
export function searchInverse(
  original: Float32Array,
  masked: Float32Array,
  sampleRate: number,
): Inverse {
  const coarse = makeComparison(original, masked, sampleRate, SEARCH_STEP);
  const scale = bestOf(SCALES, (factor) => coarse((frequency) => factor * frequency).value);
  const factors = bendCurve(scale, (curve) => coarse(curve).value);
  const curve = curveThrough(factors);
  const fine = makeComparison(original, masked, sampleRate, STEP);
  const cepstra = Math.max(
    ...[curve, identity, (frequency: number) => scale * frequency].map((warp) => fine(warp).value),
  );

  let waveform = 0;
  let pieces = 0;
  for (const candidate of candidates(original, masked, sampleRate, scale, curve)) {
    const compare = makeComparison(original, candidate, sampleRate, STEP);
    const guesses = [
      guessFrom(compare(identity).path, STEP * sampleRate),
      { guess: Float64Array.from([0, original.length]), hop: original.length },
    ];
    for (const guess of guesses) {
      const alignment = alignWaveforms(original, candidate, sampleRate, guess);
      waveform = Math.max(waveform, alignment.whole);
      pieces = Math.max(pieces, alignment.pieces);
    }
  }
  return { waveform, pieces, cepstra };
}

/** The voices that an audio editor can make of the masked one, given the factors by which it was moved. */
function* candidates(
  original: Float32Array,
  masked: Float32Array,
  sampleRate: number,
  scale: number,
  curve: FrequencyWarp,
): Generator<Float32Array> {
  const pitch = middlePitch(masked, sampleRate) / middlePitch(original, sampleRate);
  yield masked;
  // Another speed, by the factor of the resonances and by that of the pitch.
  for (const speed of new Set([scale, pitch])) if (speed !== 1) yield atSpeed(masked, 1 / speed);
  // The resonances moved back, the pitch unchanged.
  yield warpEnvelope(masked, sampleRate, curve);
  // Both, independently; moving the pitch moves the envelope, too.
  yield warpEnvelope(shiftPitch(masked, sampleRate, 1 / pitch), sampleRate, (frequency) =>
    Math.max(0, curve(frequency) / pitch),
  );
}

const atSpeed = (samples: Float32Array, speed: number): Float32Array => {
  const length = Math.floor(samples.length / speed);
  return readAlong(
    samples,
    positionsBetween(Float64Array.from([0, samples.length]), length, length),
  );
};

/** In Hz; 100 for a clip without voiced sounds, so that ratios are finite. */
function middlePitch(samples: Float32Array, sampleRate: number): number {
  const pitches = melodyOf(samples, sampleRate).filter((pitch) => pitch > 0);
  return pitches.length === 0 ? 100 : pitches.toSorted()[pitches.length >> 1]!;
}

const identity: FrequencyWarp = (frequency) => frequency;

/** Compares the cepstra of two voices, for one warp of the second one's spectrum. */
function makeComparison(
  original: Float32Array,
  masked: Float32Array,
  sampleRate: number,
  step: number,
): (warp: FrequencyWarp) => Likeness {
  const reference = normalized(melCepstra(speechSpectrogram(original, sampleRate, step)));
  const spectrogram: Spectrogram = speechSpectrogram(masked, sampleRate, step);
  return (warp) => {
    const heard = normalized(melCepstra(spectrogram, warp));
    const path = warpTime(reference, heard, COMPARED);
    return { value: likenessAlong(reference, heard, path), path };
  };
}

/** Each coefficient with a mean of 0 and a variance of 1 over the clip. */
function normalized({ rows, count }: Cepstra): Cepstra {
  const columns = new Float32Array(count * COMPARED);
  for (let k = 0; k < COMPARED; k++) {
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < count; i++) {
      const value = rows[i * CEPSTRUM_SIZE + k]!;
      sum += value;
      squares += value * value;
    }
    const mean = sum / count;
    const deviation = Math.sqrt(Math.max(squares / count - mean * mean, 1e-9));
    for (let i = 0; i < count; i++) {
      columns[i * COMPARED + k] = (rows[i * CEPSTRUM_SIZE + k]! - mean) / deviation;
    }
  }
  return { rows: columns, count };
}

/** The correlation of all coefficients except the level, over the pairs of frames of a path. */
function likenessAlong(a: Cepstra, b: Cepstra, { first, second }: Path): number {
  let [ab, aa, bb] = [0, 0, 1e-12];
  for (let pair = 0; pair < first.length; pair++) {
    for (let k = 1; k < COMPARED; k++) {
      const x = a.rows[first[pair]! * COMPARED + k]!;
      const y = b.rows[second[pair]! * COMPARED + k]!;
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }
  }
  return ab / Math.sqrt(aa * bb + 1e-12);
}

function bestOf<Item>(items: readonly Item[], score: (item: Item) => number): Item {
  const scores = items.map(score);
  return items[scores.indexOf(Math.max(...scores))]!;
}

/** A curve of factors, linear between the knots and constant beyond the outer ones. */
function curveThrough(factors: readonly number[]): FrequencyWarp {
  return (frequency) => {
    const above = KNOTS.findIndex((knot) => knot > frequency);
    if (above === 0) return factors[0]! * frequency;
    if (above < 0) return factors.at(-1)! * frequency;
    const share = (frequency - KNOTS[above - 1]!) / (KNOTS[above]! - KNOTS[above - 1]!);
    return (factors[above - 1]! + share * (factors[above]! - factors[above - 1]!)) * frequency;
  };
}

/** Changes one knot after the other as long as the match improves, in ever smaller steps. */
function bendCurve(scale: number, score: (warp: FrequencyWarp) => number): number[] {
  let factors = KNOTS.map(() => scale);
  let best = score(curveThrough(factors));
  for (const bend of BENDS) {
    for (let knot = 0; knot < KNOTS.length; knot++) {
      for (const change of [bend, 1 / bend]) {
        const changed = factors.with(knot, factors[knot]! * change);
        const value = score(curveThrough(changed));
        if (value > best) [best, factors] = [value, changed];
      }
    }
  }
  return factors;
}

/** The expected alignment of the waveforms, from a path of frames. */
function guessFrom(path: Path, hop: number) {
  const positions = positionsAlong(path);
  const smooth = positions.map((_, i) => {
    let sum = 0;
    for (let j = -SMOOTHING; j <= SMOOTHING; j++) {
      const at = Math.max(0, Math.min(positions.length - 1, i + j));
      // Before the first and after the last frame the speed is constant.
      sum += positions[at]! + (i + j - at);
    }
    return sum / (2 * SMOOTHING + 1);
  });
  const half = hop / 2;
  return { guess: smooth.map((position) => position * hop + half - half), hop };
}
