import { LRUCache } from 'lru-cache';
import type { RealtimeLimits } from '../limits.ts';

/** How many sockets and clients are kept; above that the least recently used are evicted. */
const maximumKeys = 50_000;

/** With `max` instead of `maxSize` lru-cache would allocate memory for all keys at once. */
const boundedBySize = { maxSize: maximumKeys, sizeCalculation: () => 1 };

/** The share of its client's budget that one socket may use. */
const socketShare = 0.5;

/** The budget of an address, in budgets of one client: several people may share it. */
const addressShare = 4;

/** The client whose limits a channel counts towards. */
export interface ChannelClient {
  /** The socket that the channel is on. */
  readonly socket: string;
  /** The address that the socket was opened from, as `clientKey` writes it. */
  readonly address: string;
  /** Null for a bare api key. */
  readonly account: string | null;
}

/** The key of a client's budget: its account, or the anonymous clients of its address. */
const budgetKey = ({ address, account }: ChannelClient): string =>
  account === null ? `visitors ${address}` : `account ${account}`;

const addressKey = ({ address }: ChannelClient): string => `address ${address}`;

interface Bucket {
  /** The time left, ms. */
  left: number;
  filledAt: number;
}

interface Suspension {
  /** How often the client was suspended. */
  times: number;
  until: number;
}

type BudgetLimits = Pick<
  RealtimeLimits,
  'filterTimePerClient' | 'filterTimeWindow' | 'firstSuspension' | 'longestSuspension'
>;

/**
 * Limits the database time of the filters of each socket, client and address. A client that exceeds its
 * budget is suspended: it may not subscribe with such filters for a time, which doubles with each
 * suspension. Unlike `RateLimit` it charges afterwards, when the time is known.
 */
export class FilterBudget {
  readonly #limits: BudgetLimits;
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, Bucket>(boundedBySize);
  readonly #suspensions = new LRUCache<string, Suspension>(boundedBySize);

  constructor(limits: BudgetLimits, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  /** How long a client is still suspended, whole s; 0 if it is not suspended. */
  secondsToWait(client: ChannelClient): number {
    const now = this.#now();
    const until = Math.max(
      ...[budgetKey(client), addressKey(client)].map(
        (key) => this.#suspensions.get(key)?.until ?? Number.NEGATIVE_INFINITY,
      ),
    );
    return until > now ? Math.ceil((until - now) / 1000) : 0;
  }

  /**
   * Charges a client for database time, and suspends it when its budget is exceeded.
   * @param milliseconds the time that its filters took
   * @returns whether the budgets of the socket, the client and the address were sufficient
   */
  spend(client: ChannelClient, milliseconds: number): boolean {
    const [account, address] = [budgetKey(client), addressKey(client)];
    const { filterTimePerClient: most } = this.#limits;
    const isWithin = [
      this.#charge(`socket ${client.socket}`, most * socketShare, milliseconds),
      this.#charge(account, most, milliseconds),
    ].every(Boolean);
    const isAddressWithin = this.#charge(address, most * addressShare, milliseconds);
    if (!isWithin) this.#suspend(account);
    if (!isAddressWithin) this.#suspend(address);
    return isWithin && isAddressWithin;
  }

  /** Suspends a client because a single filter of it took too long. */
  suspend(client: ChannelClient): void {
    this.#suspend(budgetKey(client));
  }

  #charge(key: string, most: number, milliseconds: number): boolean {
    const now = this.#now();
    const known = this.#buckets.get(key) ?? { left: most, filledAt: now };
    const filled = ((now - known.filledAt) * most) / this.#limits.filterTimeWindow;
    const left = Math.min(most, known.left + filled) - milliseconds;
    this.#buckets.set(key, { left: Math.max(0, left), filledAt: now });
    return left >= 0;
  }

  #suspend(key: string): void {
    const now = this.#now();
    const { firstSuspension, longestSuspension } = this.#limits;
    const known = this.#suspensions.get(key);
    // Filters that ran at the same time count as one.
    if (known && known.until > now) return;
    const isForgiven = !known || now - known.until > longestSuspension;
    const times = isForgiven ? 0 : known.times;
    const wait = Math.min(longestSuspension, firstSuspension * 2 ** times);
    this.#suspensions.set(key, { times: times + 1, until: now + wait });
  }
}
