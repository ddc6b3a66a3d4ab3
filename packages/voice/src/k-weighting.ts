import type { Biquad } from './biquad.ts';

/**
 * The two filters of BS.1770's K-weighting: a shelf that raises what the head reflects, and the
 * high-pass "RLB". The recommendation tabulates their coefficients for 48 kHz alone; these are the
 * analogue prototypes behind that table, as libebur128 states them, so that every rate gets its own.
 */
const SHELF = { frequency: 1681.974450955533, q: 0.7071752369554196, decibels: 3.999843853973347 };
const RLB = { frequency: 38.13547087602444, q: 0.5003270373238773 };

/** The exponent that gives the shelf's gain at its middle: a little less than half its decibels. */
const SHELF_MIDDLE = 0.4996667741545416;

/** Below this rate, in Hz, the shelf no longer lies within what the samples hold. */
const LOWEST_RATE = 8_000;

/**
 * The sections of the K-weighting, to be applied one after the other.
 *
 * @param sampleRate in Hz.
 * @throws {RangeError} at a rate below 8000 Hz.
 * @see ITU-R BS.1770-4, Annex 1, tables 1 and 2
 */
export function kWeighting(sampleRate: number): [shelf: Biquad, highpass: Biquad] {
  if (!(sampleRate >= LOWEST_RATE)) {
    throw new RangeError(`Loudness is not defined at a sample rate of ${sampleRate} Hz.`);
  }
  return [makeShelf(sampleRate), makeHighpass(sampleRate)];
}

function makeShelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * SHELF.frequency) / sampleRate);
  const high = 10 ** (SHELF.decibels / 20);
  const middle = high ** SHELF_MIDDLE;
  const a0 = 1 + k / SHELF.q + k * k;
  return {
    b0: (high + (middle * k) / SHELF.q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (middle * k) / SHELF.q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / SHELF.q + k * k) / a0,
  };
}

/** Its zeros are not scaled, as in the table: the pass band is 0.04 dB above 0 dB. */
function makeHighpass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * RLB.frequency) / sampleRate);
  const a0 = 1 + k / RLB.q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / RLB.q + k * k) / a0 };
}
