/*
 * Elementary functions with the same bits in every JavaScript engine, unlike `Math.sin` and the others:
 * they use only the four operations and `Math.floor`, whose rounding IEEE 754 defines. Accurate to 1e-14.
 */

/** The natural logarithm of 2 in two parts, the first with zeros at its end, so that `k × LN2_HIGH` is exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

const TWO_OVER_PI = 0.6366197723675814;

/** Half of pi in two parts, as with the logarithm of 2. */
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_LOW = 6.077100506506192e-11;

/** `exp` is clamped to these powers of two: no sound is as soft or as loud. */
const GREATEST_EXPONENT = 1000;

const powersOfTwo = new Float64Array(2 * GREATEST_EXPONENT + 1);
powersOfTwo[GREATEST_EXPONENT] = 1;
for (let k = 1; k <= GREATEST_EXPONENT; k++) {
  powersOfTwo[GREATEST_EXPONENT + k] = powersOfTwo[GREATEST_EXPONENT + k - 1]! * 2;
  powersOfTwo[GREATEST_EXPONENT - k] = powersOfTwo[GREATEST_EXPONENT - k + 1]! / 2;
}

/** e to the power of `x`. */
export function exp(x: number): number {
  const limit = GREATEST_EXPONENT;
  const k = Math.max(-limit, Math.min(limit, Math.floor(x * Math.LOG2E + 0.5)));
  const r = Math.max(-1, Math.min(1, x - k * LN2_HIGH - k * LN2_LOW));
  // The Taylor series, whose next term is below 1e-15 for |r| up to half the logarithm of 2.
  let sum = 1 + r / 12;
  for (let term = 11; term >= 1; term--) sum = 1 + (r / term) * sum;
  return sum * powersOfTwo[k + limit]!;
}

const bits = new DataView(new ArrayBuffer(8));

/** The natural logarithm of a positive, normal number. */
export function log(x: number): number {
  bits.setFloat64(0, x);
  const high = bits.getUint32(0);
  let exponent = (high >>> 20) - 1023;
  bits.setUint32(0, (high & 0xfffff) | 0x3ff00000);
  let mantissa = bits.getFloat64(0);
  if (mantissa > Math.SQRT2) {
    mantissa /= 2;
    exponent++;
  }
  // ln m = 2 artanh((m - 1) / (m + 1)), by its series.
  const s = (mantissa - 1) / (mantissa + 1);
  const square = s * s;
  let sum = 0;
  for (let odd = 19; odd >= 1; odd -= 2) sum = 1 / odd + square * sum;
  return 2 * s * sum + exponent * LN2_LOW + exponent * LN2_HIGH;
}

/** The sine of `x` radians. */
export function sin(x: number): number {
  return quarterTurned(x, 0);
}

/** The cosine of `x` radians. */
export function cos(x: number): number {
  return quarterTurned(x, 1);
}

/** The sine of `x` and so many quarter turns. */
function quarterTurned(x: number, turns: number): number {
  const quarter = Math.floor(x * TWO_OVER_PI + 0.5);
  const r = x - quarter * HALF_PI_HIGH - quarter * HALF_PI_LOW;
  const square = r * r;
  const phase = (quarter + turns) & 3;
  const value = phase & 1 ? cosineSeries(square) : r * sineSeries(square);
  return phase & 2 ? -value : value;
}

/** The Taylor series of cos r, by the square of r, for |r| up to a quarter of pi. */
function cosineSeries(square: number): number {
  return (
    1 -
    (square / 2) *
      (1 -
        (square / 12) *
          (1 -
            (square / 30) *
              (1 -
                (square / 56) * (1 - (square / 90) * (1 - (square / 132) * (1 - square / 182))))))
  );
}

/** The Taylor series of sin r / r. */
function sineSeries(square: number): number {
  return (
    1 -
    (square / 6) *
      (1 -
        (square / 20) *
          (1 -
            (square / 42) *
              (1 -
                (square / 72) * (1 - (square / 110) * (1 - (square / 156) * (1 - square / 210))))))
  );
}
