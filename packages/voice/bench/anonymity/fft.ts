/** Fast Fourier transforms of one size, a power of two, in place (Cooley and Tukey 1965, radix 2). */
export class Fft {
  readonly size: number;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #reversed: Uint32Array;

  constructor(size: number) {
    const bits = Math.log2(size);
    if (!Number.isInteger(bits)) throw new RangeError(`${size} is no power of two.`);
    this.size = size;
    const angles = Float64Array.from({ length: size / 2 }, (_, i) => (2 * Math.PI * i) / size);
    this.#cosines = angles.map(Math.cos);
    this.#sines = angles.map(Math.sin);
    this.#reversed = new Uint32Array(size);
    for (let i = 1; i < size; i++) {
      this.#reversed[i] = (this.#reversed[i >> 1]! >> 1) | (i & 1 ? size >> 1 : 0);
    }
  }

  forward(real: Float64Array, imaginary: Float64Array): void {
    const { size } = this;
    const [cosines, sines, reversed] = [this.#cosines, this.#sines, this.#reversed];
    for (let i = 0; i < size; i++) {
      const j = reversed[i]!;
      if (j <= i) continue;
      [real[i], real[j]] = [real[j]!, real[i]!];
      [imaginary[i], imaginary[j]] = [imaginary[j]!, imaginary[i]!];
    }
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half) {
        for (let i = start, turn = 0; i < start + half; i++, turn += step) {
          const j = i + half;
          const cosine = cosines[turn]!;
          const sine = sines[turn]!;
          const re = real[j]! * cosine + imaginary[j]! * sine;
          const im = imaginary[j]! * cosine - real[j]! * sine;
          real[j] = real[i]! - re;
          imaginary[j] = imaginary[i]! - im;
          real[i]! += re;
          imaginary[i]! += im;
        }
      }
    }
  }

  /** Undoes `forward`, the factor of the size included. */
  inverse(real: Float64Array, imaginary: Float64Array): void {
    // Exchanging the parts before and after turns the one direction into the other.
    this.forward(imaginary, real);
    for (let i = 0; i < this.size; i++) {
      real[i]! /= this.size;
      imaginary[i]! /= this.size;
    }
  }
}
