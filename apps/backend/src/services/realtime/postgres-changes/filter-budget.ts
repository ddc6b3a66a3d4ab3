import { LRUCache } from 'lru-cache';
import type { RealtimeLimits } from '../limits.ts';

/** How many sockets and clients are remembered; past that the longest unused are forgotten. */
const maximumKeys = 50_000;

/** By size: told a number, a map would take the room for all of them when it is made. */
const boundedBySize = { maxSize: maximumKeys, sizeCalculation: () => 1 };

/** What one socket may take of what its client may. */
const socketShare = 0.5;

/** What all clients at one address may take, in budgets of one: several people share a router. */
const addressShare = 4;

/** Whose limits a channel counts towards. */
export interface Payer {
  /** The socket that the channel is on. */
  readonly socket: string;
  /** The client that the socket comes from, by its address. */
  readonly address: string;
  /** Null for a bare api key. */
  readonly account: string | null;
}

/** Who has a budget: an account, or whoever has none at an address. */
const clientOf = ({ address, account }: Payer): string =>
  account === null ? `visitors ${address}` : `account ${account}`;

const addressOf = ({ address }: Payer): string => `address ${address}`;

interface Purse {
  /** Time that is left, ms. */
  left: number;
  filledAt: number;
}

interface Wait {
  /** How often the client was cut off. */
  times: number;
  until: number;
}

type BudgetLimits = Pick<
  RealtimeLimits,
  'filterTimePerClient' | 'filterTimeWindow' | 'firstWait' | 'longestWait'
>;

/**
 * What the filters of each socket, client and address may cost in time of the database. Who
 * exceeds it has to wait before listening with such filters again, twice as long each time.
 */
export class FilterBudget {
  readonly #limits: BudgetLimits;
  readonly #now: () => number;
  readonly #purses = new LRUCache<string, Purse>(boundedBySize);
  readonly #waits = new LRUCache<string, Wait>(boundedBySize);

  constructor(limits: BudgetLimits, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  /** How long a client has to wait before its filters are evaluated again, whole s; 0 if not at all. */
  secondsToWait(payer: Payer): number {
    const now = this.#now();
    const until = Math.max(
      ...[clientOf(payer), addressOf(payer)].map(
        (key) => this.#waits.get(key)?.until ?? Number.NEGATIVE_INFINITY,
      ),
    );
    return until > now ? Math.ceil((until - now) / 1000) : 0;
  }

  /**
   * Charges for time of the database, and has who has none left wait.
   * @param milliseconds that it took
   * @returns whether the budget of the socket, the client and the address allowed for it
   */
  spend(payer: Payer, milliseconds: number): boolean {
    const [client, address] = [clientOf(payer), addressOf(payer)];
    const { filterTimePerClient: most } = this.#limits;
    const isWithin = [
      this.#charge(`socket ${payer.socket}`, most * socketShare, milliseconds),
      this.#charge(client, most, milliseconds),
    ].every(Boolean);
    const isAddressWithin = this.#charge(address, most * addressShare, milliseconds);
    if (!isWithin) this.#delay(client);
    if (!isAddressWithin) this.#delay(address);
    return isWithin && isAddressWithin;
  }

  /** Has a client wait whose filter was stopped because it took too long by itself. */
  cutOff(payer: Payer): void {
    this.#delay(clientOf(payer));
  }

  #charge(key: string, most: number, milliseconds: number): boolean {
    const now = this.#now();
    const known = this.#purses.get(key) ?? { left: most, filledAt: now };
    const filled = ((now - known.filledAt) * most) / this.#limits.filterTimeWindow;
    const left = Math.min(most, known.left + filled) - milliseconds;
    this.#purses.set(key, { left: Math.max(0, left), filledAt: now });
    return left >= 0;
  }

  #delay(key: string): void {
    const now = this.#now();
    const { firstWait, longestWait } = this.#limits;
    const known = this.#waits.get(key);
    // Several filters that were under way at once count once.
    if (known && known.until > now) return;
    const isForgiven = !known || now - known.until > longestWait;
    const times = isForgiven ? 0 : known.times;
    const wait = Math.min(longestWait, firstWait * 2 ** times);
    this.#waits.set(key, { times: times + 1, until: now + wait });
  }
}
