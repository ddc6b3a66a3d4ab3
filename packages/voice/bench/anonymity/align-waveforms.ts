import { makeFft, type Fft } from '../../src/veil/fft.ts';
import { positionsBetween, readAlong } from './read-along.ts';

/** The length of the windows that are aligned, and the distance between two, in seconds. */
const WINDOW = 0.1;
const HOP = 0.05;

/** The maximum distance of a window from its expected place in each round, in seconds. */
const REACHES = [0.014, 0.008, 0.003];

/** The cost, in correlation, of a difference of a millisecond between the shifts of neighbouring windows. */
const STIFFNESS = 0.05;

/** The length of the pieces that are correlated, about a syllable. */
const PIECE = 0.25;
const PIECE_REACH = 0.01;

type Alignment = {
  /** The correlation of the whole waveforms after the alignment. */
  whole: number;
  /** The mean correlation of pieces of 0.25 s, weighted by energy; each is shifted by up to 10 ms to its best match. */
  pieces: number;
};

/** Whether one waveform is at a constant speed of the other, or at a varying one. */
type Bend = 'line' | 'curve';

/**
 * Aligns a voice with another as precisely as their waveforms allow, and returns their correlations.
 *
 * @param guess where in `other` each of some evenly spaced moments of `voice` is expected, in samples:
 *   one for each `hop` samples
 */
export function alignWaveforms(
  voice: Float32Array,
  other: Float32Array,
  sampleRate: number,
  { guess, hop }: { guess: Float64Array; hop: number },
): Alignment {
  const expected = resampleKnots(guess, hop, Math.round(HOP * sampleRate), voice.length);
  const best = { whole: 0, pieces: 0 };
  const keepBetter = (map: Float64Array) => {
    const laid = readAlong(
      other,
      positionsBetween(map, Math.round(HOP * sampleRate), voice.length),
    );
    best.whole = Math.max(best.whole, Math.abs(correlation(voice, laid)));
    return laid;
  };
  for (const bend of ['line', 'curve'] satisfies Bend[]) {
    let map = bend === 'line' ? straighten(expected) : expected;
    let laid = keepBetter(map);
    for (const reach of REACHES) {
      const { lags, weights } = trackLags(voice, laid, sampleRate, reach);
      map =
        bend === 'line'
          ? straighten(follow(map, lags, sampleRate), weights)
          : follow(map, lags, sampleRate);
      laid = keepBetter(map);
    }
    best.pieces = Math.max(best.pieces, correlationInPieces(voice, laid, sampleRate));
  }
  return best;
}

function resampleKnots(
  knots: Float64Array,
  from: number,
  to: number,
  length: number,
): Float64Array {
  const positions = positionsBetween(knots, from, length);
  const count = Math.floor(length / to) + 2;
  return Float64Array.from({ length: count }, (_, i) => {
    const at = Math.min(i * to, length - 1);
    return positions[at]! + (i * to - at);
  });
}

/** The map in which each moment is shifted by the lag of its window, in seconds. */
function follow(map: Float64Array, lags: Float64Array, sampleRate: number): Float64Array {
  const speed = (i: number) =>
    (map[Math.min(i + 1, map.length - 1)]! - map[Math.max(i - 1, 0)]!) /
    (Math.min(i + 1, map.length - 1) - Math.max(i - 1, 0)) /
    (HOP * sampleRate);
  return map.map((position, i) => {
    const smooth =
      (lags[Math.max(i - 1, 0)]! + 2 * lags[i]! + lags[Math.min(i + 1, lags.length - 1)]!) / 4;
    return position + smooth * sampleRate * speed(i);
  });
}

/** Fits a line to a map; each round gives less weight to points that are far from it. */
function straighten(map: Float64Array, weights?: Float64Array): Float64Array {
  let line = Float64Array.from(map);
  let trust = Float64Array.from(map, (_, i) => weights?.[i] ?? 1);
  for (let round = 0; round < 6; round++) {
    line = fitLine(map, trust);
    const errors = map.map((position, i) => Math.abs(position - line[i]!));
    const typical = errors.toSorted()[errors.length >> 1]! + 0.05;
    trust = trust.map((_, i) => (weights?.[i] ?? 1) / (1 + (errors[i]! / (2 * typical)) ** 2));
  }
  return line;
}

function fitLine(values: Float64Array, weights: Float64Array): Float64Array<ArrayBuffer> {
  let sum = 1e-12;
  let x = 0;
  let y = 0;
  for (let i = 0; i < values.length; i++) {
    sum += weights[i]!;
    x += weights[i]! * i;
    y += weights[i]! * values[i]!;
  }
  let xx = 1e-12;
  let xy = 0;
  for (let i = 0; i < values.length; i++) {
    xx += weights[i]! * (i - x / sum) ** 2;
    xy += weights[i]! * (i - x / sum) * (values[i]! - y / sum);
  }
  return Float64Array.from(values, (_, i) => y / sum + (xy / xx) * (i - x / sum));
}

/**
 * For each window, by how much later, in seconds, its sound comes in `laid`: the course of lags whose
 * correlations are highest, and which does not jump (Viterbi 1967).
 */
function trackLags(voice: Float32Array, laid: Float32Array, sampleRate: number, reach: number) {
  const hop = Math.round(HOP * sampleRate);
  const half = Math.round((WINDOW / 2) * sampleRate);
  const most = Math.round(reach * sampleRate);
  const width = 2 * most + 1;
  const count = Math.floor(voice.length / hop) + 2;
  const correlate = new WindowCorrelation(2 * half, most);
  const scores = new Float64Array(count * width);
  const weights = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const row = scores.subarray(i * width, (i + 1) * width);
    weights[i] = correlate.at(voice, laid, i * hop - half, row);
  }
  const loudest = weights.reduce((most, weight) => Math.max(most, weight), 1e-12);
  const cost = (STIFFNESS / sampleRate) * 1000;
  const from = new Int32Array(count * width);
  let totals = new Float64Array(width);
  for (let i = 0; i < count; i++) {
    const { best, origin } = bestWithin(totals, cost);
    const importance = Math.sqrt(weights[i]! / loudest);
    totals = best.map((value, lag) => value + importance * scores[i * width + lag]!);
    from.set(origin, i * width);
  }
  let lag = totals.indexOf(totals.reduce((a, b) => Math.max(a, b)));
  const lags = new Float64Array(count);
  const trust = new Float64Array(count);
  for (let i = count - 1; i >= 0; i--) {
    lags[i] = (refine(scores, i * width, lag, width) - most) / sampleRate;
    trust[i] = weights[i]! * Math.max(0, scores[i * width + lag]!) ** 2;
    lag = from[i * width + lag]!;
  }
  return { lags, weights: trust };
}

/** For each place, the maximum over all places of the value less the cost of the distance, in two passes. */
function bestWithin(values: Float64Array, cost: number) {
  const best = Float64Array.from(values);
  const origin = Int32Array.from(values, (_, i) => i);
  const take = (to: number, from: number) => {
    if (best[from]! - cost <= best[to]!) return;
    best[to] = best[from]! - cost;
    origin[to] = origin[from]!;
  };
  for (let i = 1; i < values.length; i++) take(i, i - 1);
  for (let i = values.length - 2; i >= 0; i--) take(i, i + 1);
  return { best, origin };
}

/** The position of a peak, interpolated between samples. */
function refine(scores: Float64Array, start: number, lag: number, width: number): number {
  if (lag === 0 || lag === width - 1) return lag;
  const [before, at, after] = [
    scores[start + lag - 1]!,
    scores[start + lag]!,
    scores[start + lag + 1]!,
  ];
  const curvature = before - 2 * at + after;
  if (at < before || at < after || curvature >= 0) return lag;
  return lag + (0.5 * (before - after)) / curvature;
}

/** Correlations of a window of one clip with another clip, at all lags up to a reach. */
class WindowCorrelation {
  readonly #length: number;
  readonly #most: number;
  readonly #fft: Fft;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #crossReal: Float64Array;
  readonly #crossImaginary: Float64Array;
  readonly #squares: Float64Array;

  constructor(length: number, most: number) {
    this.#length = length;
    this.#most = most;
    const size = 2 ** Math.ceil(Math.log2(length + 2 * most));
    this.#fft = makeFft(size);
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
    this.#crossReal = new Float64Array(size);
    this.#crossImaginary = new Float64Array(size);
    this.#squares = new Float64Array(length + 2 * most + 1);
  }

  /** Fills `target` with the correlations at the lags from `-most` to `most`. @returns the window's energy */
  at(voice: Float32Array, other: Float32Array, start: number, target: Float64Array): number {
    const [length, most, squares] = [this.#length, this.#most, this.#squares];
    // One clip is the real part and the other the imaginary part, so that one transform serves both.
    const [real, imaginary] = [this.#real.fill(0), this.#imaginary.fill(0)];
    let energy = 0;
    for (let i = 0; i < length; i++) {
      const value = voice[start + i] ?? 0;
      real[i] = value;
      energy += value * value;
    }
    for (let i = 0; i < length + 2 * most; i++) {
      const value = other[start - most + i] ?? 0;
      imaginary[i] = value;
      squares[i + 1] = squares[i]! + value * value;
    }
    this.#correlate(real, imaginary);
    for (let lag = 0; lag <= 2 * most; lag++) {
      const otherEnergy = squares[lag + length]! - squares[lag]!;
      target[lag] = this.#crossReal[lag]! / Math.sqrt(energy * otherEnergy + 1e-9);
    }
    return energy;
  }

  /** Fills the real part of the cross spectrum's arrays with the products of the two parts at all lags. */
  #correlate(real: Float64Array, imaginary: Float64Array): void {
    const [crossReal, crossImaginary, size] = [this.#crossReal, this.#crossImaginary, real.length];
    this.#fft(real, imaginary);
    for (let k = 0; k < size; k++) {
      const mirrored = (size - k) & (size - 1);
      const aReal = (real[k]! + real[mirrored]!) / 2;
      const aImaginary = (imaginary[k]! - imaginary[mirrored]!) / 2;
      const bReal = (imaginary[k]! + imaginary[mirrored]!) / 2;
      const bImaginary = (real[mirrored]! - real[k]!) / 2;
      crossReal[k] = aReal * bReal + aImaginary * bImaginary;
      crossImaginary[k] = aReal * bImaginary - aImaginary * bReal;
    }
    this.#fft(crossImaginary, crossReal);
    for (let k = 0; k < size; k++) crossReal[k]! /= size;
  }
}

function correlationInPieces(voice: Float32Array, laid: Float32Array, sampleRate: number): number {
  const length = Math.round(PIECE * sampleRate);
  const most = Math.round(PIECE_REACH * sampleRate);
  const correlate = new WindowCorrelation(length, most);
  const row = new Float64Array(2 * most + 1);
  let sum = 0;
  let energies = 1e-12;
  for (let start = 0; start + length <= voice.length; start += length >> 1) {
    const energy = correlate.at(voice, laid, start, row);
    sum += energy * row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    energies += energy;
  }
  return sum / energies;
}

/** Pearson's correlation of two clips of one length. */
export function correlation(a: Float32Array, b: Float32Array): number {
  let [ab, aa, bb, aSum, bSum] = [0, 0, 0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += a[i]! * b[i]!;
    aa += a[i]! * a[i]!;
    bb += b[i]! * b[i]!;
    aSum += a[i]!;
    bSum += b[i]!;
  }
  const n = a.length;
  const spread = (aa - (aSum * aSum) / n) * (bb - (bSum * bSum) / n);
  return spread > 0 ? (ab - (aSum * bSum) / n) / Math.sqrt(spread) : 0;
}
