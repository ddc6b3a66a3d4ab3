import { Counts } from './counts.ts';
import { RequestError } from './request-error.ts';
import { LatestUsers, presence } from './latest-users.ts';

/** Whom turns are counted for. */
interface Client {
  readonly address: string;
  /** Null for an anonymous client. */
  readonly account: string | null;
  /** Aborts when the client has closed its connection. */
  readonly hungUp?: (() => AbortSignal) | undefined;
}

/** How many turns one may have at once: while nobody else has any, and while others have some. */
interface Share {
  readonly alone: number;
  readonly besideOthers: number;
}

export interface ConcurrencyRules {
  /** Turns at once in all. */
  readonly slots: number;
  /** Turns at once of one address. */
  readonly perAddress: Share;
  /** Turns at once of one account, or of the visitors at one address. */
  readonly perAccount: Share;
  /** How many may wait for a turn in all. */
  readonly waiting: number;
  /** How many may wait for a turn at one address. */
  readonly waitingPerAddress: number;
  /** How many may wait for a turn of one account, or of the visitors at one address. */
  readonly waitingPerAccount: number;
  /** How long a turn is waited for, ms; `Infinity` for as long as it takes. */
  readonly patience: number;
}

/** The client closed its connection before its turn had come. */
export class HungUpError extends Error {
  override name = 'HungUpError';

  constructor() {
    super('The client closed its connection before its turn had come');
  }
}

interface Waiting {
  readonly start: () => void;
}

const accountKey = ({ address, account }: Client): string => account ?? `visitors at ${address}`;

/**
 * Gives turns to clients, so many at once. Those that wait come in turn, too: the addresses one
 * after the other, and at one address its accounts, so that nobody waits for all that one other
 * has asked for. No client gets every slot, so that whoever comes finds one.
 */
export class ConcurrencyLimit {
  readonly #rules: ConcurrencyRules;
  #used = 0;
  #again: NodeJS.Timeout | undefined;
  #waiting = 0;
  readonly #ofAddress = new Counts();
  readonly #ofAccount = new Counts();
  readonly #waitingAt = new Counts();
  readonly #latestAddresses = new LatestUsers();
  readonly #latestAccounts = new LatestUsers();
  /** By address and account; the first of each is the next whose turn it is. */
  readonly #queues = new Map<string, Map<string, Set<Waiting>>>();

  constructor(rules: ConcurrencyRules) {
    this.#rules = rules;
  }

  /** Turns that are in use, and clients that wait for one. */
  get load(): { readonly used: number; readonly waiting: number } {
    return { used: this.#used, waiting: this.#waiting };
  }

  /** Runs work in a turn of its own. */
  async run<T>(client: Client, work: () => Promise<T>): Promise<T> {
    if (!this.tryTake(client)) await this.#wait(client);
    try {
      return await work();
    } finally {
      this.give(client);
    }
  }

  /**
   * Takes a turn, which `give` ends.
   * @throws {RequestError} 429 when the client has too many waiting or is itself what it waits
   *   for, 503 when too many wait in all or for too long
   * @throws {HungUpError} when the client closes its connection meanwhile
   */
  async take(client: Client): Promise<void> {
    if (!this.tryTake(client)) await this.#wait(client);
  }

  /** Takes a turn if there is one at once. */
  tryTake(client: Client): boolean {
    const now = performance.now();
    const { address } = client;
    const account = accountKey(client);
    if (!this.#isFree(address, account, now)) return false;
    this.#start(address, account, now);
    return true;
  }

  /**
   * Refuses whom `take` would refuse at once.
   * @throws {RequestError} 429 or 503
   */
  check(client: Client): void {
    const account = accountKey(client);
    if (!this.#isFree(client.address, account, performance.now())) {
      this.#checkQueue(client.address, account);
    }
  }

  /** Ends a turn; the next one starts. */
  give(client: Client): void {
    this.#used -= 1;
    this.#ofAddress.add(client.address, -1);
    this.#ofAccount.add(accountKey(client), -1);
    if (this.#waiting > 0) this.#startWaiting();
  }

  #isFree(address: string, account: string, now: number): boolean {
    return (
      this.#used < this.#rules.slots &&
      this.#hasRoomAt(address, now) &&
      this.#hasRoomFor(account, now)
    );
  }

  #checkQueue(address: string, account: string): void {
    const { waiting, waitingPerAddress, waitingPerAccount } = this.#rules;
    const ofAccount = this.#queues.get(address)?.get(account)?.size ?? 0;
    if (ofAccount >= waitingPerAccount || this.#waitingAt.of(address) >= waitingPerAddress) {
      throw tooMany();
    }
    if (this.#waiting >= waiting) throw unavailable();
  }

  #hasRoomAt(address: string, now: number): boolean {
    const { alone, besideOthers } = this.#rules.perAddress;
    const used = this.#ofAddress.of(address);
    if (used < besideOthers) return true;
    return (
      used < alone && used === this.#used && !this.#latestAddresses.hasOthersThan(address, now)
    );
  }

  #hasRoomFor(account: string, now: number): boolean {
    const { alone, besideOthers } = this.#rules.perAccount;
    const used = this.#ofAccount.of(account);
    if (used < besideOthers) return true;
    return used < alone && used === this.#used && !this.#latestAccounts.hasOthersThan(account, now);
  }

  #start(address: string, account: string, now: number): void {
    this.#used += 1;
    this.#ofAddress.add(address, 1);
    this.#ofAccount.add(account, 1);
    this.#latestAddresses.note(address, now);
    this.#latestAccounts.note(account, now);
  }

  #startWaiting(): void {
    const now = performance.now();
    while (this.#used < this.#rules.slots && this.#startNext(now));
    this.#lookAgain();
  }

  /** Somebody may wait only because there were others, who have gone since without another turn. */
  #lookAgain(): void {
    clearTimeout(this.#again);
    if (this.#waiting > 0) this.#again = setTimeout(() => this.#startWaiting(), presence);
  }

  /** @returns whether there was somebody whose turn it could be */
  #startNext(now: number): boolean {
    for (const [address, accounts] of this.#queues) {
      if (!this.#hasRoomAt(address, now)) continue;
      for (const [account, queue] of accounts) {
        if (!this.#hasRoomFor(account, now)) continue;
        const [next] = queue;
        if (!next) throw new Error('a queue without anybody in it was kept');
        // Behind those who have not had a turn since.
        this.#queues.delete(address);
        this.#queues.set(address, accounts);
        accounts.delete(account);
        accounts.set(account, queue);
        this.#leave(address, account, next);
        this.#start(address, account, now);
        next.start();
        return true;
      }
    }
    return false;
  }

  async #wait(client: Client): Promise<void> {
    const { address } = client;
    const account = accountKey(client);
    this.#checkQueue(address, account);
    const signal = client.hungUp?.();
    if (signal?.aborted) throw new HungUpError();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', hangUp);
    };
    const waiting: Waiting = {
      start: () => {
        stop();
        resolve();
      },
    };
    const giveUp = (error: Error) => {
      stop();
      this.#leave(address, account, waiting);
      reject(error);
    };
    const hangUp = () => giveUp(new HungUpError());
    const { patience, slots } = this.#rules;
    const lose = () => giveUp(this.#used < slots ? tooMany() : unavailable());
    const timer = Number.isFinite(patience) ? setTimeout(lose, patience) : undefined;
    signal?.addEventListener('abort', hangUp);
    this.#join(address, account, waiting);
    if (this.#waiting === 1) this.#lookAgain();
    await promise;
  }

  #join(address: string, account: string, waiting: Waiting): void {
    const accounts = this.#queues.get(address) ?? new Map<string, Set<Waiting>>();
    const queue = accounts.get(account) ?? new Set<Waiting>();
    this.#queues.set(address, accounts.set(account, queue.add(waiting)));
    this.#waiting += 1;
    this.#waitingAt.add(address, 1);
  }

  #leave(address: string, account: string, waiting: Waiting): void {
    const accounts = this.#queues.get(address);
    const queue = accounts?.get(account);
    queue?.delete(waiting);
    if (queue?.size === 0) accounts?.delete(account);
    if (accounts?.size === 0) this.#queues.delete(address);
    this.#waiting -= 1;
    this.#waitingAt.add(address, -1);
  }
}

const tooMany = (): RequestError =>
  new RequestError(429, 'rate_limited', 'Too many requests at once', { 'Retry-After': '1' });

const unavailable = (): RequestError =>
  new RequestError(503, 'unavailable', 'Too many requests are waiting', { 'Retry-After': '1' });
