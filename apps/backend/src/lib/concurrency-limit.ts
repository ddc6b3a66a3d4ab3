import { Counts } from './counts.ts';
import { RequestError } from './request-error.ts';
import { RecentClients, presenceTime } from './recent-users.ts';
import { TurnTimes } from './turn-times.ts';

/** The client for which limits count a request or a connection. */
export interface Client {
  /** The address, as `clientKey` writes it. */
  readonly address: string;
  /** The account's id; null for an anonymous caller. */
  readonly account: string | null;
  /** A signal that aborts when the client has closed its connection. */
  readonly disconnected?: (() => AbortSignal) | undefined;
}

/** How many slots one client may have at once: while no other is active, and while others are. */
interface Share {
  readonly alone: number;
  readonly besideOthers: number;
}

export interface ConcurrencyRules {
  /** Slots in all. */
  readonly slots: number;
  /** Slots of one address. */
  readonly perAddress: Share;
  /** Slots of one account, or of the anonymous clients at one address. */
  readonly perAccount: Share;
  /** How many requests may wait for a slot in all. */
  readonly waiting: number;
  /** How many may wait for a slot at one address. */
  readonly waitingPerAddress: number;
  /** How many may wait for a slot of one account, or of the anonymous clients at one address. */
  readonly waitingPerAccount: number;
  /** How long a request waits for a slot, ms; `Infinity` for no limit. */
  readonly timeout: number;
}

/** The client closed its connection before it had a slot. */
export class ClientDisconnectedError extends Error {
  override name = 'ClientDisconnectedError';

  constructor() {
    super('The client closed its connection before it had a slot');
  }
}

interface WaitingClient {
  readonly start: () => void;
}

const accountKey = ({ address, account }: Client): string => account ?? `anonymous at ${address}`;

/**
 * Limits how much work is done at once, fairly between clients. Waiting requests take turns by address,
 * and within an address by account: the next is that whose work in `run` has taken the least time, or in
 * equal cases the one that has waited the longest since its last turn. So no client waits for all requests
 * of another, or as long as another's work takes. No client gets every slot, so that the next client finds one.
 */
export class ConcurrencyLimit {
  readonly #rules: ConcurrencyRules;
  #used = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #waiting = 0;
  readonly #times = new TurnTimes();
  readonly #usedByAddress = new Counts();
  readonly #usedByAccount = new Counts();
  readonly #waitingAtAddress = new Counts();
  readonly #recent: RecentClients;
  /** The waiting requests by address and account, in the order in which they are served. */
  readonly #queues = new Map<string, Map<string, Set<WaitingClient>>>();

  /** @param recent shared by limits of work that needs the same processors */
  constructor(rules: ConcurrencyRules, recent = new RecentClients()) {
    this.#rules = rules;
    this.#recent = recent;
  }

  /** Slots in use, and requests that wait for one. */
  get load(): { readonly used: number; readonly waiting: number } {
    return { used: this.#used, waiting: this.#waiting };
  }

  /** Runs work in a slot of its own, with the errors of `acquire`. */
  async run<T>(client: Client, work: () => Promise<T>): Promise<T> {
    if (!this.tryAcquire(client)) await this.#wait(client);
    const started = performance.now();
    try {
      return await work();
    } finally {
      const time = performance.now() - started;
      this.#times.add(client.address, time);
      this.#times.add(accountKey(client), time);
      this.release(client);
    }
  }

  /**
   * Acquires a slot, which `release` frees.
   * @throws {RequestError} 429 when the client has too many requests waiting or has all the slots
   *   that it may have, 503 when too many wait in all or for too long
   * @throws {ClientDisconnectedError} when the client closes its connection meanwhile
   */
  async acquire(client: Client): Promise<void> {
    if (!this.tryAcquire(client)) await this.#wait(client);
  }

  /** Acquires a slot if one is free for this client. */
  tryAcquire(client: Client): boolean {
    const now = performance.now();
    const { address } = client;
    const account = accountKey(client);
    if (!this.#isFree(address, account, now)) return false;
    this.#start(address, account, now);
    return true;
  }

  /**
   * Refuses a client that `acquire` would refuse at once.
   * @throws {RequestError} 429 or 503
   */
  check(client: Client): void {
    const account = accountKey(client);
    if (!this.#isFree(client.address, account, performance.now())) {
      this.#checkQueue(client.address, account);
    }
  }

  /** Frees a slot; the next request in line gets it. */
  release(client: Client): void {
    this.#used -= 1;
    this.#usedByAddress.add(client.address, -1);
    this.#usedByAccount.add(accountKey(client), -1);
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
    if (ofAccount >= waitingPerAccount || this.#waitingAtAddress.of(address) >= waitingPerAddress) {
      throw tooMany();
    }
    if (this.#waiting >= waiting) throw unavailable();
  }

  #hasRoomAt(address: string, now: number): boolean {
    const { alone, besideOthers } = this.#rules.perAddress;
    const used = this.#usedByAddress.of(address);
    if (used < besideOthers) return true;
    return used < alone && used === this.#used && !this.#recent.addresses.hasOthers(address, now);
  }

  #hasRoomFor(account: string, now: number): boolean {
    const { alone, besideOthers } = this.#rules.perAccount;
    const used = this.#usedByAccount.of(account);
    if (used < besideOthers) return true;
    return used < alone && used === this.#used && !this.#recent.accounts.hasOthers(account, now);
  }

  #start(address: string, account: string, now: number): void {
    this.#used += 1;
    this.#usedByAddress.add(address, 1);
    this.#usedByAccount.add(account, 1);
    this.#times.start(address);
    this.#times.start(account);
    this.#recent.addresses.record(address, now);
    this.#recent.accounts.record(account, now);
  }

  #startWaiting(): void {
    const now = performance.now();
    while (this.#used < this.#rules.slots && this.#startNext(now));
    this.#scheduleRetry();
  }

  /**
   * A client may be waiting because of other clients that have left since. No event reports that, so a
   * timer checks the queue again.
   */
  #scheduleRetry(): void {
    clearTimeout(this.#retryTimer);
    if (this.#waiting > 0) this.#retryTimer = setTimeout(() => this.#startWaiting(), presenceTime);
  }

  /** @returns whether a waiting request could be started */
  #startNext(now: number): boolean {
    for (const [address, accounts] of this.#times.sort(this.#queues)) {
      if (!this.#hasRoomAt(address, now)) continue;
      for (const [account, queue] of this.#times.sort(accounts)) {
        if (!this.#hasRoomFor(account, now)) continue;
        const [next] = queue;
        if (!next) throw new Error('an empty queue was kept');
        // To the end of the line, for equal times.
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
    const signal = client.disconnected?.();
    if (signal?.aborted) throw new ClientDisconnectedError();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onDisconnect);
    };
    const waiting: WaitingClient = {
      start: () => {
        stop();
        resolve();
      },
    };
    const abandon = (error: Error) => {
      stop();
      this.#leave(address, account, waiting);
      reject(error);
    };
    const onDisconnect = () => abandon(new ClientDisconnectedError());
    const { timeout, slots } = this.#rules;
    const onTimeout = () => abandon(this.#used < slots ? tooMany() : unavailable());
    const timer = Number.isFinite(timeout) ? setTimeout(onTimeout, timeout) : undefined;
    signal?.addEventListener('abort', onDisconnect);
    this.#join(address, account, waiting);
    if (this.#waiting === 1) this.#scheduleRetry();
    await promise;
  }

  #join(address: string, account: string, waiting: WaitingClient): void {
    const accounts = this.#queues.get(address) ?? new Map<string, Set<WaitingClient>>();
    const queue = accounts.get(account) ?? new Set<WaitingClient>();
    this.#queues.set(address, accounts.set(account, queue.add(waiting)));
    this.#waiting += 1;
    this.#waitingAtAddress.add(address, 1);
  }

  #leave(address: string, account: string, waiting: WaitingClient): void {
    const accounts = this.#queues.get(address);
    const queue = accounts?.get(account);
    queue?.delete(waiting);
    if (queue?.size === 0) accounts?.delete(account);
    if (accounts?.size === 0) this.#queues.delete(address);
    this.#waiting -= 1;
    this.#waitingAtAddress.add(address, -1);
  }
}

const soon = { headers: { 'Retry-After': '1' } };

const tooMany = (): RequestError =>
  new RequestError(429, 'rate_limited', 'Too many requests at once', soon);

const unavailable = (): RequestError =>
  new RequestError(503, 'unavailable', 'Too many requests are waiting', soon);
