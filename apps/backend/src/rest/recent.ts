/** Keys longer than this are not worth their memory: people write such requests by hand, once. */
const maximumKey = 8 * 1024;

/** A bounded map that forgets what was longest not asked for. */
export class Recent<T> {
  readonly #entries = new Map<string, T>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** What is known for the key, made now if nothing is. */
  get(key: string, make: () => T): T {
    const known = this.#entries.get(key);
    const value = known ?? make();
    if (key.length > maximumKey) return value;
    // Deleting first keeps the map in order of use, so that the longest unused is at its front.
    if (known !== undefined) this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#capacity) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    return value;
  }
}
