/** One formant: a two-pole resonator that lets the lowest frequencies through as they are. */
export class Resonator {
  #gain = 0;
  #fromLast = 0;
  #fromBeforeLast = 0;
  #last = 0;
  #beforeLast = 0;

  /** Sets it to a frequency and a bandwidth, Hz. */
  tune(frequency: number, bandwidth: number, sampleRate: number): void {
    const radius = Math.exp((-Math.PI * bandwidth) / sampleRate);
    this.#fromLast = 2 * radius * Math.cos((2 * Math.PI * frequency) / sampleRate);
    this.#fromBeforeLast = -radius * radius;
    this.#gain = 1 - this.#fromLast - this.#fromBeforeLast;
  }

  next(input: number): number {
    const output =
      this.#gain * input + this.#fromLast * this.#last + this.#fromBeforeLast * this.#beforeLast;
    this.#beforeLast = this.#last;
    this.#last = output;
    return output;
  }
}
