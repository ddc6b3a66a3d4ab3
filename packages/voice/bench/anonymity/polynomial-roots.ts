const MOST_ROUNDS = 60;
const TOLERANCE = 1e-9;

/**
 * All roots of `1 + a₁ z⁻¹ + … + aₙ z⁻ⁿ` in z, by the simultaneous iteration of Aberth (1973).
 *
 * @param coefficients `[1, a₁, …, aₙ]`
 * @returns the roots' real and imaginary parts
 */
export function polynomialRoots(coefficients: Float64Array): {
  real: Float64Array;
  imaginary: Float64Array;
} {
  const degree = coefficients.length - 1;
  // The poles of a predictor lie just within the unit circle, where the search begins.
  const angle = (i: number) => (2 * Math.PI * (i + 0.37)) / degree;
  const real = Float64Array.from({ length: degree }, (_, i) => 0.9 * Math.cos(angle(i)));
  const imaginary = Float64Array.from({ length: degree }, (_, i) => 0.9 * Math.sin(angle(i)));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let furthest = 0;
    for (let i = 0; i < degree; i++) {
      furthest = Math.max(furthest, improve(coefficients, real, imaginary, i));
    }
    if (furthest < TOLERANCE) break;
  }
  return { real, imaginary };
}

/** Moves one root closer, away from the others. @returns by how far */
function improve(
  coefficients: Float64Array,
  real: Float64Array,
  imaginary: Float64Array,
  i: number,
): number {
  const x = real[i]!;
  const y = imaginary[i]!;
  // The value and the derivative, by Horner's scheme.
  let valueRe = coefficients[0]!;
  let valueIm = 0;
  let slopeRe = 0;
  let slopeIm = 0;
  for (let k = 1; k < coefficients.length; k++) {
    [slopeRe, slopeIm] = [slopeRe * x - slopeIm * y + valueRe, slopeRe * y + slopeIm * x + valueIm];
    [valueRe, valueIm] = [valueRe * x - valueIm * y + coefficients[k]!, valueRe * y + valueIm * x];
  }
  const slope = slopeRe * slopeRe + slopeIm * slopeIm + 1e-300;
  const newtonRe = (valueRe * slopeRe + valueIm * slopeIm) / slope;
  const newtonIm = (valueIm * slopeRe - valueRe * slopeIm) / slope;
  let repelRe = 0;
  let repelIm = 0;
  for (let j = 0; j < real.length; j++) {
    if (j === i) continue;
    const dx = x - real[j]!;
    const dy = y - imaginary[j]!;
    const square = dx * dx + dy * dy + 1e-300;
    repelRe += dx / square;
    repelIm -= dy / square;
  }
  const denominatorRe = 1 - (newtonRe * repelRe - newtonIm * repelIm);
  const denominatorIm = -(newtonRe * repelIm + newtonIm * repelRe);
  const size = denominatorRe * denominatorRe + denominatorIm * denominatorIm + 1e-300;
  const stepRe = (newtonRe * denominatorRe + newtonIm * denominatorIm) / size;
  const stepIm = (newtonIm * denominatorRe - newtonRe * denominatorIm) / size;
  real[i] = x - stepRe;
  imaginary[i] = y - stepIm;
  return Math.abs(stepRe) + Math.abs(stepIm);
}
