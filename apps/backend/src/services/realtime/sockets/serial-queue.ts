/** Runs tasks one after the other, in the order in which they were added. */
export class SerialQueue {
  #length = 0;
  #last: Promise<void> = Promise.resolve();

  /** The number of tasks that are waiting or running. */
  get length(): number {
    return this.#length;
  }

  /**
   * Runs a task after all earlier ones, or at once if there are none.
   * @returns when the task is done; rejects with its error, which does not stop the queue
   */
  async add(task: () => Promise<void>): Promise<void> {
    this.#length += 1;
    const done = this.#length === 1 ? task() : this.#last.then(task);
    this.#last = done.catch(() => undefined);
    try {
      await done;
    } finally {
      this.#length -= 1;
    }
  }
}
