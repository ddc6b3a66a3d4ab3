import { cos, sin } from '../exact-math.ts';

/** Transforms complex numbers in place, given as their real and their imaginary parts. */
export type Fft = (real: Float64Array, imaginary: Float64Array) => void;

/**
 * Makes the forward discrete Fourier transform of `size` complex numbers, unnormalised. The inverse
 * transform is the same with the two parts exchanged, `fft(imaginary, real)`, divided by `size`.
 *
 * By decimation in time with radix 4 (Cooley and Tukey 1965), after a first stage of radix 2 where the size
 * is no power of four.
 *
 * @param size a power of two, at least 4.
 */
export function makeFft(size: number): Fft {
  const swaps = bitReversal(size);
  const isPowerOfFour = Math.clz32(size) % 2 === 1;
  const stages: Stage[] = [];
  for (let length = isPowerOfFour ? 4 : 8; length <= size; length *= 4) {
    stages.push({ length, twiddles: makeTwiddles(length) });
  }
  return (real, imaginary) => {
    for (let i = 0; i < swaps.length; i += 2) {
      const a = swaps[i]!;
      const b = swaps[i + 1]!;
      const r = real[a]!;
      const m = imaginary[a]!;
      real[a] = real[b]!;
      imaginary[a] = imaginary[b]!;
      real[b] = r;
      imaginary[b] = m;
    }
    if (!isPowerOfFour) addPairs(real, imaginary);
    for (const stage of stages) addFours(real, imaginary, stage);
  };
}

/** A stage combines four transforms of a quarter of `length` into one of `length` numbers. */
type Stage = { length: number; twiddles: Float64Array };

/** The first three powers of the root of unity of each position in a quarter. */
function makeTwiddles(length: number): Float64Array {
  return Float64Array.from({ length: (6 * length) / 4 }, (_, i) => {
    const power = 1 + (Math.floor(i / 2) % 3);
    const angle = (-2 * Math.PI * power * Math.floor(i / 6)) / length;
    return i % 2 === 0 ? cos(angle) : sin(angle);
  });
}

/** The pairs of indices whose bits are each other's reversed. */
function bitReversal(size: number): Uint16Array {
  const swaps: number[] = [];
  for (let i = 0; i < size; i++) {
    let reversed = 0;
    for (let bit = 1; bit < size; bit *= 2) reversed = reversed * 2 + (i & bit ? 1 : 0);
    if (i < reversed) swaps.push(i, reversed);
  }
  return Uint16Array.from(swaps);
}

function addPairs(real: Float64Array, imaginary: Float64Array): void {
  for (let i = 0; i < real.length; i += 2) {
    const r = real[i + 1]!;
    const m = imaginary[i + 1]!;
    real[i + 1] = real[i]! - r;
    imaginary[i + 1] = imaginary[i]! - m;
    real[i]! += r;
    imaginary[i]! += m;
  }
}

function addFours(real: Float64Array, imaginary: Float64Array, { length, twiddles }: Stage): void {
  const quarter = length / 4;
  for (let start = 0; start < real.length; start += length) {
    for (let j = 0, t = 0; j < quarter; j++, t += 6) {
      const i0 = start + j;
      const i1 = i0 + quarter;
      const i2 = i1 + quarter;
      const i3 = i2 + quarter;
      // In bit-reversed order the second quarter holds the transform of every fourth number from the third on.
      const r0 = real[i0]!;
      const m0 = imaginary[i0]!;
      const r1 = real[i1]! * twiddles[t + 2]! - imaginary[i1]! * twiddles[t + 3]!;
      const m1 = real[i1]! * twiddles[t + 3]! + imaginary[i1]! * twiddles[t + 2]!;
      const r2 = real[i2]! * twiddles[t]! - imaginary[i2]! * twiddles[t + 1]!;
      const m2 = real[i2]! * twiddles[t + 1]! + imaginary[i2]! * twiddles[t]!;
      const r3 = real[i3]! * twiddles[t + 4]! - imaginary[i3]! * twiddles[t + 5]!;
      const m3 = real[i3]! * twiddles[t + 5]! + imaginary[i3]! * twiddles[t + 4]!;
      const sumR = r0 + r1;
      const sumM = m0 + m1;
      const restR = r0 - r1;
      const restM = m0 - m1;
      const oddR = r2 + r3;
      const oddM = m2 + m3;
      const turnedR = m2 - m3;
      const turnedM = r3 - r2;
      real[i0] = sumR + oddR;
      imaginary[i0] = sumM + oddM;
      real[i1] = restR + turnedR;
      imaginary[i1] = restM + turnedM;
      real[i2] = sumR - oddR;
      imaginary[i2] = sumM - oddM;
      real[i3] = restR - turnedR;
      imaginary[i3] = restM - turnedM;
    }
  }
}
