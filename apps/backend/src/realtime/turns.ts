/** Work of one key that waits for its turn. */
type Work = () => Promise<void>;

/**
 * Has work done a few pieces at a time, and of each key one: whoever asks for much waits behind
 * themselves, and everybody else at most for one piece of each other key.
 */
export class Turns {
  readonly #most: number;
  #underWay = 0;
  readonly #busy = new Set<string>();
  /** By key, in the order in which the keys have their turns. */
  readonly #waiting = new Map<string, Work[]>();

  /** @param most pieces at a time, of all keys together */
  constructor(most: number) {
    this.#most = most;
  }

  /** Runs the work when its turn comes; settles as the work does. */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const waiting = this.#waiting.get(key) ?? [];
    waiting.push(() => work().then(resolve, reject));
    this.#waiting.set(key, waiting);
    this.#next();
    return promise;
  }

  #next(): void {
    for (const [key, waiting] of this.#waiting) {
      if (this.#underWay >= this.#most) return;
      if (this.#busy.has(key)) continue;
      const work = waiting.shift();
      if (work) void this.#run(key, work);
    }
  }

  async #run(key: string, work: Work): Promise<void> {
    this.#busy.add(key);
    this.#underWay += 1;
    await work();
    this.#busy.delete(key);
    this.#underWay -= 1;
    // What else the key has waiting comes after all other keys.
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    if (waiting.length > 0) this.#waiting.set(key, waiting);
    this.#next();
  }
}
