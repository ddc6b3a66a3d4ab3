import { availableParallelism } from 'node:os';
import type { Limits } from './limits.ts';
import type { ConcurrencyRules } from '../lib/concurrency-limit.ts';

/** How many requests a minute one client may send to a service; it may send all of them at once. */
export interface Rates {
  readonly perAddress: number;
  readonly perAccount: number;
}

/** The limits of one client, and of all clients together, at every service. */
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
  /** HTTP connections. There is no queue for them. */
  readonly httpConnections: ConcurrencyRules;
}

const half = (number: number): number => Math.ceil(number / 2);

/** The most that one address may have, so that others find a slot. */
const threeQuarters = (number: number): number => Math.ceil((number * 3) / 4);

/** A queue in which no account takes more than half of the places, and no address more than three quarters. */
const queueOf = (waiting: number, timeout: number) => ({
  waiting,
  waitingPerAddress: threeQuarters(waiting),
  waitingPerAccount: half(waiting),
  timeout,
});

const same = (number: number) => ({ alone: number, besideOthers: number });

/** Slots of which an account has one at a time, with a queue without limits. */
export const oneAtATime = (slots: number): ConcurrencyRules => ({
  slots,
  perAddress: same(slots),
  perAccount: same(1),
  ...queueOf(Infinity, Infinity),
});

/** Slots without a queue: a client gets one at once or is refused. */
export const withoutQueue = (slots: number, perAddress: number): ConcurrencyRules => ({
  slots,
  perAddress: same(perAddress),
  perAccount: same(perAddress),
  ...queueOf(0, 0),
});

/** How many requests may wait for one kind of slot. */
const queueLength = 500;

/** bcrypt runs in the four threads of libuv, which reading and writing files needs too. */
const passwordHashes = 2;

const httpConnectionsPerAddress = 2000;

/** A whole school may have one address; an app may send some tens of requests for a page. */
const accountShare = 1 / 10;

/** A function call costs more than other requests. */
const functionShare = 1 / 50;

const ratesOf = (perAddress: number): Rates => ({
  perAddress: Math.ceil(perAddress),
  perAccount: Math.ceil(perAddress * accountShare),
});

/** Sizes of the pools of connections to the database, by purpose. */
export function poolSizes({ databaseConnections }: Limits) {
  const share = (part: number, most: number): number =>
    Math.min(most, Math.max(1, Math.round(databaseConnections * part)));
  return {
    reads: share(1 / 3, 32),
    // By default three for two processors: more wait for the same rows and processors, while their turns
    // would come in the order of the time that their clients have used.
    writes: share(1 / 12, 16),
    uploads: share(2 / 9, 12),
    auth: share(2 / 9, 12),
  };
}

/**
 * The limits of every client, in requests a minute and in slots of concurrent work. A client is an
 * address (of IPv6 its network of 64 bits) and, once it is known, an account.
 *
 * @param processors of the machine
 */
export function admissionOf(limits: Limits, processors = availableParallelism()): Admission {
  const rates = ratesOf(limits.requestsPerMinute);
  const queue = queueOf(queueLength, limits.queueTimeout);
  const pools = poolSizes(limits);
  // Reading takes processor time: while other clients read, an account has one statement at a time,
  // and an address two, or as many as leave half of the processors to others.
  const reads = {
    slots: pools.reads,
    perAddress: {
      alone: threeQuarters(pools.reads),
      besideOthers: Math.min(threeQuarters(pools.reads), Math.max(2, half(processors))),
    },
    perAccount: { alone: half(pools.reads), besideOthers: 1 },
  };
  const writing = (connections: number, perAccountBesideOthers: number) => ({
    slots: connections,
    perAddress: same(Math.max(1, Math.min(threeQuarters(connections), connections - 1))),
    perAccount: { alone: half(connections), besideOthers: perAccountBesideOthers },
  });
  const perClient = { alone: passwordHashes, besideOthers: 1 };

  return {
    rates: {
      auth: rates,
      rest: rates,
      storage: rates,
      realtime: rates,
      site: rates,
      functions: ratesOf(limits.requestsPerMinute * functionShare),
    },
    connections: {
      reads: { ...queue, ...reads },
      // Statements of one account often change the same rows: a second one would hold a connection
      // while it waits for the first.
      writes: { ...queue, ...writing(pools.writes, 1) },
      // Uploads mostly wait for the disk, which takes no processor time.
      uploads: { ...queue, ...writing(pools.uploads, Math.ceil(pools.uploads / 4)) },
    },
    authRequests: {
      ...queue,
      slots: 8 * pools.auth,
      perAddress: same(threeQuarters(pools.auth)),
      perAccount: same(half(pools.auth)),
    },
    passwords: { ...queue, slots: passwordHashes, perAddress: perClient, perAccount: perClient },
    httpConnections: withoutQueue(limits.httpConnections, httpConnectionsPerAddress),
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
