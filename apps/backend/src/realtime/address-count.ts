/** Counts the sockets of each address. */
export class AddressCount {
  readonly #counts = new Map<string, number>();

  of(address: string): number {
    return this.#counts.get(address) ?? 0;
  }

  add(address: string, change: 1 | -1): void {
    const count = this.of(address) + change;
    if (count > 0) this.#counts.set(address, count);
    else this.#counts.delete(address);
  }
}
