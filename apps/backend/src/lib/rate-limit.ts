import { LRUCache } from 'lru-cache';
import { RequestError } from './request-error.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** How many buckets are kept; beyond that the least recently used are evicted. */
const maximumKeys = 50_000;

/**
 * A token bucket per key (a client's address, an account, an e-mail address). The buckets are in the
 * memory of the one process that serves the machine; a restart resets all of them.
 */
export class RateLimit {
  readonly #capacity: number;
  readonly #refillPerMs: number;
  readonly #now: () => number;
  // By size: with `max` lru-cache allocates memory for all keys at once, 1 MB for each limit.
  readonly #buckets = new LRUCache<string, Bucket>({
    maxSize: maximumKeys,
    sizeCalculation: () => 1,
  });

  /**
   * @param capacity requests that may come at once
   * @param perMs window in which a drained bucket is full again, ms
   */
  constructor(capacity: number, perMs: number, now: () => number = Date.now) {
    this.#capacity = capacity;
    this.#refillPerMs = capacity / perMs;
    this.#now = now;
  }

  /**
   * Takes one token from the key's bucket.
   * @throws {RequestError} 429 with `Retry-After` in seconds when it is empty
   */
  take(key: string): void {
    const missing = this.#take(key);
    if (missing === 0) return;
    const headers = { 'Retry-After': String(Math.ceil(missing / this.#refillPerMs / 1000)) };
    throw new RequestError(429, 'rate_limited', 'Request rate limit reached', { headers });
  }

  /** Takes one token from the key's bucket, unless it is empty. @returns whether it took one */
  tryTake(key: string): boolean {
    return this.#take(key) === 0;
  }

  /** @returns 0 when it took a token, otherwise the missing fraction of one */
  #take(key: string): number {
    const now = this.#now();
    const bucket = this.#buckets.get(key);
    if (!bucket) {
      this.#buckets.set(key, { tokens: this.#capacity - 1, filledAt: now });
      return 0;
    }
    const refilled = bucket.tokens + (now - bucket.filledAt) * this.#refillPerMs;
    bucket.tokens = Math.min(this.#capacity, refilled);
    bucket.filledAt = now;
    if (bucket.tokens < 1) return 1 - bucket.tokens;
    bucket.tokens -= 1;
    return 0;
  }

  /** Takes further tokens from the key's bucket, as many as there are, for an attempt that cost more than others. */
  charge(key: string, tokens: number): void {
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.tokens = Math.max(0, bucket.tokens - tokens);
  }

  /** Gives back a token that was taken for an attempt which does not count. */
  giveBack(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.tokens = Math.min(this.#capacity, bucket.tokens + 1);
  }
}
