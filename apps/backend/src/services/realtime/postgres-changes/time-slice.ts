import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets the event loop do other work regularly while very many messages are sent. */
export class TimeSlice {
  readonly #length: number;
  #start = performance.now();
  #next: Promise<void> | null = null;

  /** @param length the duration of a slice, ms */
  constructor(length: number) {
    this.#length = length;
  }

  get isOver(): boolean {
    return performance.now() - this.#start > this.#length;
  }

  /** Resolves in the next slice, first for the caller that has waited longest. */
  async wait(): Promise<void> {
    while (this.isOver) {
      this.#next ??= this.#begin();
      await this.#next;
    }
  }

  async #begin(): Promise<void> {
    await nextTurn();
    this.#start = performance.now();
    this.#next = null;
  }
}
