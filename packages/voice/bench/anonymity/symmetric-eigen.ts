/** A square matrix, row after row. */
export type Matrix = { size: number; values: Float64Array };

/** Rotations stop when the entries off the diagonal are this share of the whole. */
const TOLERANCE = 1e-18;
const MOST_SWEEPS = 30;

/**
 * Eigenvalues, the greatest first, and eigenvectors (the rows of `vectors`) of a symmetric matrix, by
 * Jacobi's rotations.
 */
export function symmetricEigen({ size, values }: Matrix): {
  values: Float64Array;
  vectors: Matrix;
} {
  const a = Float64Array.from(values);
  const v = new Float64Array(size * size);
  for (let i = 0; i < size; i++) v[i * size + i] = 1;
  const whole = a.reduce((sum, value) => sum + value * value, 0);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let beside = 0;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) beside += a[p * size + q]! ** 2;
    }
    if (beside <= TOLERANCE * whole) break;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) rotate(a, v, size, p, q);
    }
  }
  const order = Array.from({ length: size }, (_, i) => i).sort(
    (i, j) => a[j * size + j]! - a[i * size + i]!,
  );
  const vectors = new Float64Array(size * size);
  order.forEach((from, to) => vectors.set(v.subarray(from * size, (from + 1) * size), to * size));
  return {
    values: Float64Array.from(order, (i) => a[i * size + i]!),
    vectors: { size, values: vectors },
  };
}

/** Turns the axes `p` and `q` so that the entry that they share becomes zero. */
function rotate(a: Float64Array, v: Float64Array, size: number, p: number, q: number): void {
  const shared = a[p * size + q]!;
  if (shared === 0) return;
  const theta = (a[q * size + q]! - a[p * size + p]!) / (2 * shared);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let k = 0; k < size; k++) {
    const kp = a[k * size + p]!;
    const kq = a[k * size + q]!;
    a[k * size + p] = cosine * kp - sine * kq;
    a[k * size + q] = sine * kp + cosine * kq;
  }
  for (let k = 0; k < size; k++) {
    const pk = a[p * size + k]!;
    const qk = a[q * size + k]!;
    a[p * size + k] = cosine * pk - sine * qk;
    a[q * size + k] = sine * pk + cosine * qk;
    const vp = v[p * size + k]!;
    const vq = v[q * size + k]!;
    v[p * size + k] = cosine * vp - sine * vq;
    v[q * size + k] = sine * vp + cosine * vq;
  }
}
