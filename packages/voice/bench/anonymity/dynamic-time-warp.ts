/** Rows of numbers, all of the same width. */
type Sequence = { rows: Float32Array; count: number };

/** An alignment of two sequences: pairs of rows, in order, from the first to the last. */
export type Path = { first: Uint32Array; second: Uint32Array };

/** The steps of a path to a pair of rows: from the pair before both, or before one of them. */
const BOTH = 0;
const FIRST = 1;
const SECOND = 2;

/** The maximum distance of the path from the diagonal, as a share of the length, so that it cannot run along an edge. */
const BAND = 0.25;

/**
 * Dynamic time warping (Sakoe and Chiba 1978): the path with the least sum of squared distances.
 *
 * @param width of a row
 * @param skipped entries at the start of each row that are not compared, such as the level
 */
export function warpTime(a: Sequence, b: Sequence, width: number, skipped = 0): Path {
  const costs = new Float64Array((a.count + 1) * (b.count + 1)).fill(Infinity);
  const steps = new Uint8Array(costs.length);
  const stride = b.count + 1;
  const slope = b.count / a.count;
  const reach = Math.max(BAND * b.count, slope + 1);
  costs[0] = 0;
  for (let i = 1; i <= a.count; i++) {
    const middle = i * slope;
    const last = Math.min(b.count, Math.ceil(middle + reach));
    for (let j = Math.max(1, Math.floor(middle - reach)); j <= last; j++) {
      const at = i * stride + j;
      const both = costs[at - stride - 1]!;
      const first = costs[at - stride]!;
      const second = costs[at - 1]!;
      let best = both;
      let step = BOTH;
      if (first < best) [best, step] = [first, FIRST];
      if (second < best) [best, step] = [second, SECOND];
      if (best === Infinity) continue;
      costs[at] = best + distance(a.rows, (i - 1) * width, b.rows, (j - 1) * width, skipped, width);
      steps[at] = step;
    }
  }
  return trace(steps, a.count, b.count);
}

function distance(
  a: Float32Array,
  aStart: number,
  b: Float32Array,
  bStart: number,
  skipped: number,
  width: number,
): number {
  let sum = 0;
  for (let i = skipped; i < width; i++) {
    const difference = a[aStart + i]! - b[bStart + i]!;
    sum += difference * difference;
  }
  return sum;
}

function trace(steps: Uint8Array, aCount: number, bCount: number): Path {
  const first: number[] = [];
  const second: number[] = [];
  let i = aCount;
  let j = bCount;
  while (i > 0 && j > 0) {
    first.push(i - 1);
    second.push(j - 1);
    const step = steps[i * (bCount + 1) + j];
    if (step !== SECOND) i--;
    if (step !== FIRST) j--;
  }
  return { first: Uint32Array.from(first.reverse()), second: Uint32Array.from(second.reverse()) };
}

/** For each row of the first sequence, the mean position of the rows of the second that are aligned with it. */
export function positionsAlong({ first, second }: Path): Float64Array {
  const count = first.at(-1)! + 1;
  const sums = new Float64Array(count);
  const pairs = new Float64Array(count);
  for (let k = 0; k < first.length; k++) {
    sums[first[k]!]! += second[k]!;
    pairs[first[k]!]! += 1;
  }
  return sums.map((sum, i) => sum / pairs[i]!);
}
