/** A counting semaphore that lets only so many wait, in order. */
export class Slots {
  #free: number;
  readonly #maximumWaiting: number;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: number, maximumWaiting: number) {
    this.#free = slots;
    this.#maximumWaiting = maximumWaiting;
  }

  /** Whether one more would have to be turned away. */
  get isFull(): boolean {
    return this.#free === 0 && this.#waiting.length >= this.#maximumWaiting;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when a slot is the caller's. */
  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Gives a slot back, or on to whoever has waited longest. */
  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
