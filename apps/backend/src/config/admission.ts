import { availableParallelism } from 'node:os';
import type { LimitSettings } from './limit-settings.ts';
import type { ConcurrencyRules } from '../lib/concurrency-limit.ts';

/** How many requests a minute one client may send to a service; as many may come at once. */
export interface Rates {
  readonly perAddress: number;
  readonly perAccount: number;
}

/** What every service allows one client, and all clients together. */
export interface Admission {
  /** Requests with the secret key have no rate. */
  readonly rates: Readonly<
    Record<'auth' | 'rest' | 'realtime' | 'storage' | 'functions' | 'site', Rates>
  >;
  /** Connections to the database, by purpose: a slot is a connection. */
  readonly connections: Readonly<Record<'reads' | 'writes' | 'uploads', ConcurrencyRules>>;
  /** Requests to auth at once; each needs one of auth's connections for some of its time. */
  readonly authRequests: ConcurrencyRules;
  /** Password hashes at once. */
  readonly passwords: ConcurrencyRules;
  /** Connections of HTTP. There is no queue for them. */
  readonly httpConnections: ConcurrencyRules;
}

const half = (number: number): number => Math.ceil(number / 2);

/** What one address may have; the rest is left to others. */
const threeQuarters = (number: number): number => Math.ceil((number * 3) / 4);

/** A queue of which no account takes more than half, and no address more than three quarters. */
const queueOf = (waiting: number, timeout: number) => ({
  waiting,
  waitingPerAddress: threeQuarters(waiting),
  waitingPerAccount: half(waiting),
  timeout,
});

const same = (number: number) => ({ alone: number, besideOthers: number });

/** Slots of which an account has one at a time, with a queue that has no limits. */
export const oneAtATime = (slots: number): ConcurrencyRules => ({
  slots,
  perAddress: same(slots),
  perAccount: same(1),
  ...queueOf(Infinity, Infinity),
});

/** Slots without a queue: a client gets one at once or not at all. */
export const withoutQueue = (slots: number, perAddress: number): ConcurrencyRules => ({
  slots,
  perAddress: same(perAddress),
  perAccount: same(perAddress),
  ...queueOf(0, 0),
});

/**
 * The table of what clients may take, in requests a minute and in slots of concurrent work. A client
 * is an address (of IPv6 its network of 64 bits) and, once it is known, an account.
 *
 * @param limits that the operator has set
 * @param processors of the machine
 */
export function admissionOf(limits: LimitSettings, processors = availableParallelism()): Admission {
  const usual = {
    perAddress: limits.REQUESTS_PER_MINUTE_PER_ADDRESS,
    perAccount: limits.REQUESTS_PER_MINUTE_PER_ACCOUNT,
  };
  const queue = (timeout: number) => queueOf(limits.WAITING_REQUESTS, timeout);
  // Reading takes processor time: while others read, too, an account has one statement at a time,
  // and an address two, or as many as leave half of the processors to others.
  const reads = {
    slots: limits.READ_CONNECTIONS,
    perAddress: {
      alone: threeQuarters(limits.READ_CONNECTIONS),
      besideOthers: Math.min(threeQuarters(limits.READ_CONNECTIONS), Math.max(2, half(processors))),
    },
    perAccount: { alone: half(limits.READ_CONNECTIONS), besideOthers: 1 },
  };
  // Writing mostly waits for locks and for the disk, which takes no processor time.
  const writing = (connections: number) => ({
    slots: connections,
    perAddress: same(threeQuarters(connections)),
    perAccount: { alone: half(connections), besideOthers: Math.ceil(connections / 4) },
  });

  return {
    rates: {
      auth: usual,
      rest: usual,
      storage: usual,
      realtime: usual,
      site: usual,
      functions: {
        perAddress: limits.FUNCTION_CALLS_PER_MINUTE_PER_ADDRESS,
        perAccount: limits.FUNCTION_CALLS_PER_MINUTE_PER_ACCOUNT,
      },
    },
    connections: {
      reads: { ...queue(limits.READ_WAIT_MS), ...reads },
      writes: { ...queue(limits.WRITE_WAIT_MS), ...writing(limits.WRITE_CONNECTIONS) },
      uploads: { ...queue(limits.UPLOAD_WAIT_MS), ...writing(limits.UPLOAD_CONNECTIONS) },
    },
    authRequests: {
      ...queue(limits.AUTH_WAIT_MS),
      slots: 8 * limits.AUTH_CONNECTIONS,
      perAddress: same(threeQuarters(limits.AUTH_CONNECTIONS)),
      perAccount: same(half(limits.AUTH_CONNECTIONS)),
    },
    passwords: {
      ...queue(limits.AUTH_WAIT_MS),
      slots: limits.PASSWORD_HASHES,
      perAddress: { alone: limits.PASSWORD_HASHES, besideOthers: 1 },
      perAccount: { alone: limits.PASSWORD_HASHES, besideOthers: 1 },
    },
    httpConnections: withoutQueue(limits.HTTP_CONNECTIONS, limits.HTTP_CONNECTIONS_PER_ADDRESS),
  };
}

/**
 * Slots for the threads of one function: an account never has the last one.
 * @param threads of the function
 * @param waiting requests that may wait for one
 * @param timeout ms
 */
export const functionSlots = (
  threads: number,
  waiting: number,
  timeout: number,
): ConcurrencyRules => ({
  slots: threads,
  perAddress: same(threads),
  perAccount: same(Math.max(1, threads - 1)),
  ...queueOf(waiting, timeout),
});
