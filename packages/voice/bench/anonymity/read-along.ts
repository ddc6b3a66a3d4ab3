/** Half the width of the kernel, in samples, and how finely it is tabulated. */
const REACH = 12;
const PHASES = 512;

const KERNEL = makeKernel();

/** A sinc under a Hann window: a row of weights for each fraction of a sample. */
function makeKernel(): Float64Array {
  const kernel = new Float64Array((PHASES + 1) * 2 * REACH);
  for (let phase = 0; phase <= PHASES; phase++) {
    for (let tap = 0; tap < 2 * REACH; tap++) {
      const distance = tap - REACH + 1 - phase / PHASES;
      const sinc =
        Math.abs(distance) < 1e-9 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance);
      const window = Math.cos((Math.PI * distance) / (2 * REACH + 2)) ** 2;
      kernel[phase * 2 * REACH + tap] = sinc * window;
    }
  }
  return kernel;
}

/**
 * Reads a clip at given positions, in samples and fractions of them, which changes its speed.
 * Before and after the clip there is silence. Faster reading aliases frequencies above half the rate.
 */
export function readAlong(
  samples: Float32Array,
  positions: Float64Array,
): Float32Array<ArrayBuffer> {
  const kernel = KERNEL;
  const output = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    const before = Math.floor(position);
    const first = before - REACH + 1;
    if (first < 0 || first + 2 * REACH > samples.length) continue;
    const row = Math.round((position - before) * PHASES) * 2 * REACH;
    let sum = 0;
    for (let tap = 0; tap < 2 * REACH; tap++) sum += kernel[row + tap]! * samples[first + tap]!;
    output[i] = sum;
  }
  return output;
}

/** The positions of all samples, linearly interpolated between those of every `hop`th one. */
export function positionsBetween(knots: Float64Array, hop: number, length: number): Float64Array {
  const positions = new Float64Array(length);
  for (let knot = 0; knot + 1 < knots.length; knot++) {
    const start = knot * hop;
    const step = (knots[knot + 1]! - knots[knot]!) / hop;
    // The last line continues to the end.
    const end = knot + 2 === knots.length ? length : Math.min(length, start + hop);
    for (let i = start; i < end; i++) positions[i] = knots[knot]! + (i - start) * step;
  }
  return positions;
}
