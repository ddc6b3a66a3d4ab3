import { makeKernel } from './resampling-kernel.ts';

/** Width of the low-pass kernel, in samples of the lower rate: the same as in Chromium's resampler. */
const DEFAULT_WIDTH = 32;

/** How many input samples are worked on at a time, so that they stay in the fastest cache. */
const BLOCK = 2048;

/** Taps that `addProducts` takes at a time. */
const UNROLLED = 8;

/**
 * Band-limited resampling by a polyphase windowed-sinc filter.
 *
 * Output sample `n` is the input at time `n × fromRate / toRate`; beyond its ends the input counts
 * as silence. The result has `round(length × toRate / fromRate)` samples, the last ones as loud as
 * the input's. A clip is played faster by a factor, pitch and tempo together, by giving the rates
 * in that ratio: `resample(samples, 13, 10)` is 1.3 times as fast.
 *
 * @param fromRate and toRate positive whole numbers of one unit, such as Hz.
 * @param width of the kernel: a narrower one is faster in proportion and less steep.
 * @throws {RangeError} when a rate is not a positive whole number.
 */
export function resample(
  samples: Float32Array,
  fromRate: number,
  toRate: number,
  width = DEFAULT_WIDTH,
): Float32Array<ArrayBuffer> {
  const divisor = greatestCommonDivisor(fromRate, toRate);
  // Every `phases` outputs, the input moves on by `advance` and the positions between repeat.
  const advance = fromRate / divisor;
  const phases = toRate / divisor;
  if (advance === phases) return new Float32Array(samples);

  const kernel = makeKernel(advance, phases, width, UNROLLED);
  const output = new Float32Array(Math.round((samples.length * phases) / advance));
  const rounds = Math.ceil(BLOCK / advance);
  const outputBlock = new Float64Array(rounds * phases);
  const inputBlock = new Float64Array(rounds * advance + kernel.taps);
  const lead = kernel.taps / 2 - 1;

  let inputStart = -lead;
  for (let start = 0; start < output.length; start += outputBlock.length) {
    copyPadded(samples, inputStart, inputBlock);
    inputStart += rounds * advance;
    outputBlock.fill(0);
    for (let phase = 0; phase < phases; phase++) {
      const position = (phase * advance) / phases;
      const first = Math.floor(position);
      const row = kernel.row(position - first);
      for (let tap = 0; tap < kernel.taps; tap += UNROLLED) {
        addProducts(outputBlock, phase, phases, inputBlock, first + tap, advance, row, tap);
      }
    }
    output.set(outputBlock.subarray(0, output.length - start), start);
  }
  return output;
}

function greatestCommonDivisor(a: number, b: number): number {
  for (const rate of [a, b]) {
    if (!Number.isSafeInteger(rate) || rate <= 0) {
      throw new RangeError(`A rate must be a positive whole number, not ${rate}.`);
    }
  }
  let divisor = a;
  for (let rest = b; rest !== 0;) [divisor, rest] = [rest, divisor % rest];
  return divisor;
}

/** Fills `target` with the samples from `start` on; beyond the clip's ends there is silence. */
function copyPadded(samples: Float32Array, start: number, target: Float64Array): void {
  const from = Math.max(0, start);
  target.fill(0);
  target.set(samples.subarray(from, Math.max(from, start + target.length)), from - start);
}

/**
 * Adds eight taps' products to every `yStep`th of the outputs `y` from `yFirst` on, which take
 * their inputs `x` every `xStep` from `xFirst` on.
 *
 * As all of them share one phase, the eight weights stay in registers: three times as fast as a
 * loop over the taps of each output. `| 0` shows the compiler that no index overflows.
 */
function addProducts(
  y: Float64Array,
  yFirst: number,
  yStep: number,
  x: Float64Array,
  xFirst: number,
  xStep: number,
  weights: Float64Array,
  tap: number,
): void {
  const w0 = weights[tap]!;
  const w1 = weights[tap + 1]!;
  const w2 = weights[tap + 2]!;
  const w3 = weights[tap + 3]!;
  const w4 = weights[tap + 4]!;
  const w5 = weights[tap + 5]!;
  const w6 = weights[tap + 6]!;
  const w7 = weights[tap + 7]!;
  for (let o = yFirst, i = xFirst; o < y.length; o = (o + yStep) | 0, i = (i + xStep) | 0) {
    const early = w0 * x[i]! + w1 * x[(i + 1) | 0]! + w2 * x[(i + 2) | 0]! + w3 * x[(i + 3) | 0]!;
    const late =
      w4 * x[(i + 4) | 0]! + w5 * x[(i + 5) | 0]! + w6 * x[(i + 6) | 0]! + w7 * x[(i + 7) | 0]!;
    y[o]! += early + late;
  }
}
