/** What is on its way to one socket: changes are sent in their order, also where some take longer. */
export class ChangeQueue {
  #length = 0;
  #last: Promise<void> = Promise.resolve();

  /** Pieces of work that are not done. */
  get length(): number {
    return this.#length;
  }

  /** Does the work after what was added before; at once when that is done. */
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
