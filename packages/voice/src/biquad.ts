/**
 * A second-order filter, normalised so that its first feedback coefficient is 1:
 * `y[n] = b0 x[n] + b1 x[n-1] + b2 x[n-2] - a1 y[n-1] - a2 y[n-2]`.
 *
 * The designs are those of Robert Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter
 * coefficients". Frequencies and rates are in Hz.
 */
export type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

/** Quality factors of the two sections that make a fourth-order Butterworth filter. */
export const BUTTERWORTH_4 = [0.5411961001461971, 1.3065629648763766] as const;

/** Attenuates what lies above `cutoff` by 12 dB an octave; at `cutoff` the gain is `q`. */
export function lowpass(cutoff: number, q: number, sampleRate: number): Biquad {
  const { cosine, alpha } = angles(cutoff, q, sampleRate);
  const b1 = 1 - cosine;
  return divide({ b0: b1 / 2, b1, b2: b1 / 2, a1: -2 * cosine, a2: 1 - alpha }, 1 + alpha);
}

/** Attenuates what lies below `cutoff` by 12 dB an octave; at `cutoff` the gain is `q`. */
export function highpass(cutoff: number, q: number, sampleRate: number): Biquad {
  const { cosine, alpha } = angles(cutoff, q, sampleRate);
  const b1 = -1 - cosine;
  return divide({ b0: -b1 / 2, b1, b2: -b1 / 2, a1: -2 * cosine, a2: 1 - alpha }, 1 + alpha);
}

/** Raises the surroundings of `center` by `gain` (a factor) and leaves the rest alone. */
export function peaking(center: number, q: number, gain: number, sampleRate: number): Biquad {
  const { cosine, alpha } = angles(center, q, sampleRate);
  const root = Math.sqrt(gain);
  return divide(
    {
      b0: 1 + alpha * root,
      b1: -2 * cosine,
      b2: 1 - alpha * root,
      a1: -2 * cosine,
      a2: 1 - alpha / root,
    },
    1 + alpha / root,
  );
}

/** Low rates cannot hold every band: no frequency is set above this share of the rate. */
const HIGHEST_SHARE = 0.45;

function angles(frequency: number, q: number, sampleRate: number) {
  const omega = 2 * Math.PI * Math.min(frequency / sampleRate, HIGHEST_SHARE);
  return { cosine: Math.cos(omega), alpha: Math.sin(omega) / (2 * q) };
}

function divide({ b0, b1, b2, a1, a2 }: Biquad, a0: number): Biquad {
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0 };
}

/**
 * Runs two sections, one after the other, over the samples in place, from rest.
 *
 * Two sections run in one loop because each depends on its own last output: the processor computes
 * one while the other waits. For the same reason each sum adds that output last.
 */
export function applyPair(samples: Float32Array, first: Biquad, second: Biquad): void {
  const { b0, b1, b2, a1, a2 } = first;
  const { b0: d0, b1: d1, b2: d2, a1: c1, a2: c2 } = second;
  // Transposed direct form II: s is the state of the first section, t that of the second.
  // Inaudible, but keeps the decay of a filter in silence from reaching denormal numbers (below
  // 1e-308), with which the processor is a hundred times slower.
  const antiDenormal = 1e-18;
  let s1 = 0;
  let s2 = 0;
  let t1 = 0;
  let t2 = 0;
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i]! + antiDenormal;
    const y = b0 * x + s1;
    s1 = b1 * x + s2 - a1 * y;
    s2 = b2 * x - a2 * y;
    const z = d0 * y + t1;
    t1 = d1 * y + t2 - c1 * z;
    t2 = d2 * y - c2 * z;
    samples[i] = z;
  }
}
