import { availableParallelism } from 'node:os';
import type { LimitSettings } from './limit-settings.ts';
import type { ConcurrencyRules } from '../lib/concurrency-limit.ts';

/** How many requests a minute a service takes of one client; as many may come at once. */
export interface Rates {
  readonly perAddress: number;
  readonly perAccount: number;
}

/** What every service allows one client, and all of them together. */
export interface Admission {
  /** The secret key has no rate. */
  readonly rates: Readonly<
    Record<'auth' | 'rest' | 'realtime' | 'storage' | 'functions' | 'site', Rates>
  >;
  /** Turns on the connections of each purpose: as many as there are connections. */
  readonly connections: Readonly<Record<'reads' | 'writes' | 'uploads', ConcurrencyRules>>;
  /** Requests to auth at once, of which each needs one of auth's connections for some of its time. */
  readonly authRequests: ConcurrencyRules;
  /** Password hashes at once. */
  readonly passwords: ConcurrencyRules;
  /** Connections of HTTP. Nobody waits for one. */
  readonly httpConnections: ConcurrencyRules;
}

const half = (number: number): number => Math.ceil(number / 2);

/** Three quarters: what is left is for other addresses. */
const mostOf = (number: number): number => Math.ceil((number * 3) / 4);

/** Who may wait: no account takes more than half of the places, and no address three quarters. */
const queueOf = (waiting: number, timeout: number) => ({
  waiting,
  waitingPerAddress: mostOf(waiting),
  waitingPerAccount: half(waiting),
  timeout,
});

const same = (number: number) => ({ alone: number, besideOthers: number });

/** Turns of which an account has one at a time; who waits does so for as long as it takes. */
export const oneAtATime = (slots: number): ConcurrencyRules => ({
  slots,
  perAddress: same(slots),
  perAccount: same(1),
  ...queueOf(Infinity, Infinity),
});

/** Turns that are there at once, or not at all. */
export const withoutQueue = (slots: number, perAddress: number): ConcurrencyRules => ({
  slots,
  perAddress: same(perAddress),
  perAccount: same(perAddress),
  ...queueOf(0, 0),
});

/**
 * The one table of what clients may take, in requests a minute and in turns at once. A client is
 * an address (of IPv6 its network of 64 bits) and, once it is known, an account.
 *
 * @param limits of the operator
 * @param processors of the machine
 */
export function admissionOf(limits: LimitSettings, processors = availableParallelism()): Admission {
  const usual = {
    perAddress: limits.REQUESTS_PER_MINUTE_PER_ADDRESS,
    perAccount: limits.REQUESTS_PER_MINUTE_PER_ACCOUNT,
  };
  const queue = (timeout: number) => queueOf(limits.WAITING_REQUESTS, timeout);
  // Reading is the processors' work: as long as others read, too, an account has one statement at
  // a time, and an address two, or as many as leave half of the processors to the others.
  const reads = {
    slots: limits.READ_CONNECTIONS,
    perAddress: {
      alone: mostOf(limits.READ_CONNECTIONS),
      besideOthers: Math.min(mostOf(limits.READ_CONNECTIONS), Math.max(2, half(processors))),
    },
    perAccount: { alone: half(limits.READ_CONNECTIONS), besideOthers: 1 },
  };
  // Writing is mostly waiting, for locks and for the disk, which takes no processor.
  const writing = (connections: number) => ({
    slots: connections,
    perAddress: same(mostOf(connections)),
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
      perAddress: same(mostOf(limits.AUTH_CONNECTIONS)),
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
 * Turns on the threads of one function: an account never has the last one.
 * @param threads of the function
 * @param waiting requests that may wait for one
 * @param timeout ms
 */
export const functionTurns = (
  threads: number,
  waiting: number,
  timeout: number,
): ConcurrencyRules => ({
  slots: threads,
  perAddress: same(threads),
  perAccount: same(Math.max(1, threads - 1)),
  ...queueOf(waiting, timeout),
});
