/** How many clients are remembered before those are forgotten whose time the others have reached. */
const remembered = 1000;

/**
 * The time that clients have used in turns, for start-time fair queuing
 * (https://doi.org/10.1109/90.649569): each time that a client has used moves its next turn back by as
 * much. A client that was away begins at the time of the turns that are being given, and so has neither
 * credit nor debt from before.
 */
export class TurnTimes {
  /** The times of the next turns of clients, ms of used time. */
  readonly #next = new Map<string, number>();
  /** The time of the latest turn. */
  #now = 0;

  /** Records that a client's turn begins. */
  start(client: string): void {
    this.#now = this.#of(client);
    if (this.#next.size <= remembered) return;
    for (const [key, time] of this.#next) if (time <= this.#now) this.#next.delete(key);
  }

  /** Records that a client has used time, ms. */
  add(client: string, time: number): void {
    this.#next.set(client, this.#of(client) + time);
  }

  /** Sorts waiting clients by the times of their next turns; equal ones keep their order. */
  sort<T>(waiting: ReadonlyMap<string, T>): [string, T][] {
    return [...waiting].toSorted(([one], [other]) => this.#of(one) - this.#of(other));
  }

  #of(client: string): number {
    return Math.max(this.#now, this.#next.get(client) ?? 0);
  }
}
