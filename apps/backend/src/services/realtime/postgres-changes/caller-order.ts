import { LRUCache } from 'lru-cache';
import type { Subscriber } from '../sockets/subscriber.ts';

/** How long a caller whose policies took too long is authorised after all others, ms. */
const slowPeriod = 10 * 60_000;

interface Place {
  readonly batch: number;
  readonly position: number;
}

const accountOf = ({ account, role }: Subscriber): string => account ?? role;

/**
 * The order in which the callers of a batch are authorised: a caller that was reached last in one batch,
 * or not at all, comes first in the next.
 */
export class CallerOrder {
  readonly #places = new WeakMap<Subscriber, Place>();
  readonly #slow = new LRUCache<string, true>({ max: 1000, ttl: slowPeriod });
  #batch = 0;

  /** Sorts callers for a new batch. */
  sortForBatch(callers: readonly Subscriber[]): Subscriber[] {
    this.#batch += 1;
    const ranked = callers.map((caller) => {
      const { batch, position } = this.#places.get(caller) ?? { batch: 0, position: 0 };
      return { caller, batch, position, isSlow: this.#slow.has(accountOf(caller)) };
    });
    ranked.sort(
      (one, other) =>
        Number(one.isSlow) - Number(other.isSlow) ||
        one.batch - other.batch ||
        other.position - one.position,
    );
    return ranked.map(({ caller }) => caller);
  }

  /** Records the position at which a caller was authorised. */
  recordPlace(caller: Subscriber, position: number): void {
    this.#places.set(caller, { batch: this.#batch, position });
  }

  /** Records a caller whose policies took too long. */
  recordSlow(caller: Subscriber): void {
    this.#slow.set(accountOf(caller), true);
  }
}
