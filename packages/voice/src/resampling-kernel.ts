import { sin } from './exact-math.ts';

/**
 * Where the kernel is 6 dB down, as a share of the lower Nyquist frequency. At the default width
 * the pass band then reaches to 0.8 of it (17.6 kHz at 44.1 kHz), and the stop band begins at it.
 */
const ROLLOFF = 0.9;

/** Kaiser window shape for 60 dB of stop-band attenuation, below the noise of any spoken take. */
const KAISER_BETA = 5.65;

/**
 * How many positions between two input samples the kernel is computed for at most. Ratios with a
 * larger denominator use the nearest one, whose error lies below the stop band.
 */
const MAX_PHASES = 1024;

/** A low-pass kernel, the same to the bit in every engine, sampled at every position between two input samples that is needed. */
export type ResamplingKernel = {
  /** How many input samples an output is made of; half of them lie after its position. */
  taps: number;
  /** The weights of the taps for an output that lies at `position`, from 0 to 1, between two. */
  row: (position: number) => Float64Array;
};

/**
 * Makes the kernel for resampling by `phases / advance`.
 *
 * @param width in samples of the lower of the two rates.
 * @param multiple of which the number of taps shall be.
 * @param rolloff where the kernel is 6 dB down, as a share of the lower Nyquist frequency.
 */
export function makeKernel(
  advance: number,
  phases: number,
  width: number,
  multiple: number,
  rolloff = ROLLOFF,
): ResamplingKernel {
  const lowerRate = Math.min(1, phases / advance);
  const taps = Math.ceil(width / lowerRate / multiple) * multiple;
  const steps = Math.min(phases, MAX_PHASES);
  // One row more than there are steps: the nearest one may be the next sample itself.
  const rows = Array.from({ length: steps + 1 }, (_, step) =>
    makeRow(step / steps, taps, rolloff * lowerRate),
  );
  return { taps, row: (position) => rows[Math.round(position * steps)]! };
}

function makeRow(position: number, taps: number, cutoff: number): Float64Array {
  const row = Float64Array.from({ length: taps }, (_, tap) => {
    const distance = tap - (taps / 2 - 1) - position;
    return sinc(distance * cutoff) * kaiser(distance / (taps / 2));
  });
  // A row passes a constant unchanged, so that no position is louder than another.
  const sum = row.reduce((total, weight) => total + weight, 0);
  return row.map((weight) => weight / sum);
}

function sinc(x: number): number {
  return x === 0 ? 1 : sin(Math.PI * x) / (Math.PI * x);
}

/** The Kaiser window at `x`, where ±1 are its ends, beyond which it is zero. */
function kaiser(x: number): number {
  if (Math.abs(x) >= 1) return 0;
  return besselI0(KAISER_BETA * Math.sqrt(1 - x * x)) / besselI0(KAISER_BETA);
}

/** The modified Bessel function of the first kind and order zero, by its power series. */
function besselI0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    const ratio = x / (2 * k);
    term *= ratio * ratio;
    sum += term;
  }
  return sum;
}
