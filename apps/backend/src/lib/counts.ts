/** Counts by key. A key whose count is 0 takes no memory. */
export class Counts {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, amount: number): void {
    const count = this.of(key) + amount;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
