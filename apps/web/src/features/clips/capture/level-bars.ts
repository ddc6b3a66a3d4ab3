/** How many bars the live waveform draws for each second of a recording. */
export const BARS_PER_SECOND = 10;

/** The level of a recording, in bars of a tenth of a second. Only the newest bars are kept. */
export class LevelBars {
  readonly #levels: Float32Array;
  /** The bar that is being measured; -1 before the first measurement. */
  #current = -1;

  /** @param capacity how many finished bars are kept, in addition to the one that is being measured */
  constructor(capacity: number) {
    this.#levels = new Float32Array(capacity + 1);
  }

  /** The number of finished bars, including those that are no longer kept. */
  get finished(): number {
    return Math.max(0, this.#current);
  }

  /**
   * Adds a measurement. A bar is as high as its loudest measurement. A bar without measurements, because
   * the page was busy, is as high as the next one.
   *
   * @param seconds the time of the measurement, in seconds from the start of the recording
   * @param level 0 to 1
   */
  add(seconds: number, level: number): void {
    const bar = Math.max(this.#current, Math.floor(seconds * BARS_PER_SECOND));
    const first = Math.max(this.#current + 1, bar - this.#levels.length + 1);
    for (let at = first; at <= bar; at += 1) this.#levels[at % this.#levels.length] = level;
    this.#current = bar;
    const slot = bar % this.#levels.length;
    this.#levels[slot] = Math.max(this.#levels[slot]!, level);
  }

  /** The level of a bar, 0 to 1; undefined for a bar that is not finished or no longer kept. */
  at(bar: number): number | undefined {
    const isKept = bar >= 0 && bar > this.#current - this.#levels.length;
    return isKept && bar < this.#current ? this.#levels[bar % this.#levels.length] : undefined;
  }
}
