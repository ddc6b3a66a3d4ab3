import { polynomialRoots } from './polynomial-roots.ts';

/** The settings of baseline B2 of the VoicePrivacy Challenge 2024: the length of frames and their distance in seconds, and the predictor's order. */
const FRAME = 0.02;
const STEP = 0.01;
const ORDER = 20;

/** The bounds between which B2 draws an exponent for each clip. */
export const ALPHAS = { low: 0.5, high: 0.9 };

/** A frame below this mean square of its samples is left unchanged. */
const SILENT = 1e-10;

/** White noise at -90 dB, which keeps the predictor of a frame with little noise stable. */
const WHITE = 1e-9;

/**
 * The published mask for comparison: Patino et al., "Speaker anonymisation using the McAdams coefficient" (Interspeech 2021),
 * written from its description. Each frame's resonances, the complex poles of its linear prediction, are
 * moved from the angle φ (in radians) to φ to the power of `alpha`; the residual of the prediction is
 * filtered by the moved ones, and the frames overlap.
 */
export function mcadams(
  samples: Float32Array,
  sampleRate: number,
  alpha: number,
): Float32Array<ArrayBuffer> {
  const length = Math.round(FRAME * sampleRate);
  const step = Math.round(STEP * sampleRate);
  // A window that is applied before and after; its squares add up to one at half a frame's distance.
  const window = Float64Array.from({ length }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / length));
  const output = new Float32Array(samples.length);
  const frame = new Float64Array(length);
  for (let start = step - length; start < samples.length; start += step) {
    for (let i = 0; i < length; i++) frame[i] = (samples[start + i] ?? 0) * window[i]!;
    const moved = moveResonances(frame, alpha);
    for (let i = Math.max(0, -start); i < length && start + i < samples.length; i++) {
      output[start + i]! += moved[i]! * window[i]!;
    }
  }
  return output;
}

function moveResonances(frame: Float64Array, alpha: number): Float64Array {
  const predictor = predict(frame);
  if (!predictor) return frame;
  const moved = movePoles(predictor, alpha);
  const output = new Float64Array(frame.length);
  for (let i = 0; i < frame.length; i++) {
    let value = 0;
    for (let k = 0; k <= ORDER && k <= i; k++) value += predictor[k]! * frame[i - k]!;
    for (let k = 1; k <= ORDER && k <= i; k++) value -= moved[k]! * output[i - k]!;
    output[i] = value;
  }
  return output;
}

/** Linear prediction from the autocorrelation, by the recursion of Levinson and Durbin; null for silence. */
function predict(frame: Float64Array): Float64Array | null {
  const correlations = new Float64Array(ORDER + 1);
  for (let lag = 0; lag <= ORDER; lag++) {
    let sum = 0;
    for (let i = lag; i < frame.length; i++) sum += frame[i]! * frame[i - lag]!;
    correlations[lag] = sum;
  }
  if (correlations[0]! < SILENT * frame.length) return null;
  correlations[0]! *= 1 + WHITE;
  const predictor = new Float64Array(ORDER + 1);
  predictor[0] = 1;
  let error = correlations[0]!;
  for (let order = 1; order <= ORDER; order++) {
    let sum = correlations[order]!;
    for (let k = 1; k < order; k++) sum += predictor[k]! * correlations[order - k]!;
    const reflection = -sum / error;
    for (let k = 1; k <= order / 2; k++) {
      const a = predictor[k]!;
      const b = predictor[order - k]!;
      predictor[k] = a + reflection * b;
      if (k !== order - k) predictor[order - k] = b + reflection * a;
    }
    predictor[order] = reflection;
    error *= 1 - reflection * reflection;
  }
  return predictor;
}

function movePoles(predictor: Float64Array, alpha: number): Float64Array {
  const { real, imaginary } = polynomialRoots(predictor);
  const moved = new Float64Array(ORDER + 1);
  moved[0] = 1;
  let degree = 0;
  for (let i = 0; i < ORDER; i++) {
    const radius = Math.hypot(real[i]!, imaginary[i]!);
    if (Math.abs(imaginary[i]!) < 1e-6 * radius) {
      multiply(moved, degree, -real[i]!, 0);
      degree += 1;
    } else if (imaginary[i]! > 0) {
      // With its conjugate: 1 - 2 r cos φ z⁻¹ + r² z⁻².
      const angle = Math.min(Math.PI, Math.atan2(imaginary[i]!, real[i]!) ** alpha);
      multiply(moved, degree, -2 * radius * Math.cos(angle), radius * radius);
      degree += 2;
    }
  }
  return moved;
}

/** Multiplies a polynomial by `1 + b z⁻¹ + c z⁻²`. */
function multiply(polynomial: Float64Array, degree: number, b: number, c: number): void {
  for (let k = Math.min(degree + 2, ORDER); k >= 1; k--) {
    polynomial[k]! += b * polynomial[k - 1]! + (k >= 2 ? c * polynomial[k - 2]! : 0);
  }
}
