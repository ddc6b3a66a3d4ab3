/** Runs pieces of work one after the other, in the order in which they were added. */
export class SerialQueue {
  #length = 0;
  #last: Promise<void> = Promise.resolve();

  /** Pieces of work that are waiting or running. */
  get length(): number {
    return this.#length;
  }

  /**
   * Runs work after all that was added before; at once when there is none.
   * @returns when the work is done; rejects with its error, which does not stop the queue
   */
  async add(work: () => Promise<void>): Promise<void> {
    this.#length += 1;
    const done = this.#length === 1 ? work() : this.#last.then(work);
    this.#last = done.catch(() => undefined);
    try {
      await done;
    } finally {
      this.#length -= 1;
    }
  }
}
