import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isRefusal } from '../../../database/connection.ts';
import type { Sql } from '../../../database/sql.ts';
import { Counts } from '../../../lib/counts.ts';
import { mayMatch, undecidedFilters } from './match-bindings.ts';
import { realtimeErrors } from '../errors.ts';
import { FilterResults, type FilterEvaluation } from './evaluate-filters.ts';
import type { RealtimeLimits } from '../limits.ts';
import { PolicyErrorLog, AuthorizedChanges } from './authorize-changes.ts';
import type { ChangeHandler } from '../replication/change-feed.ts';
import type { Change } from '../replication/pgoutput.ts';
import { SocketChanges } from './socket-changes.ts';
import type { Subscriber } from '../sockets/subscriber.ts';
import { CallerOrder } from './caller-order.ts';
import type { Listener, Subscriptions } from './subscriptions.ts';
import { TimeSlice } from './time-slice.ts';

/** How long messages are sent without a pause before the event loop does other work, ms. */
const sliceLength = 2;

/** The changes of one table with their authorisation. */
interface AuthorizedTable {
  /** The bindings that one of the changes may match, by their caller's claims. */
  readonly listeners: ReadonlyMap<string, readonly Listener[]>;
  readonly authorized: AuthorizedChanges;
}

export interface ChangeDispatcherOptions {
  /** Connections as the authenticator, for statements whose cost does not depend on clients. */
  readonly sql: Sql;
  readonly subscriptions: Subscriptions;
  readonly evaluation: FilterEvaluation;
  readonly limits: Pick<
    RealtimeLimits,
    | 'recordSize'
    | 'sendTimeout'
    | 'queuedBatches'
    | 'batchTime'
    | 'authorizationTime'
    | 'callersPerPart'
    | 'groupedCallers'
  >;
  readonly log: Logger;
}

/** The cost of the authorisation of a batch of changes. */
export interface BatchLoad {
  readonly callers: number;
  /** The time until the last caller was authorised, ms. */
  readonly milliseconds: number;
}

/** Sends changes to the channels that are subscribed to them and whose subscribers may see them. */
export class ChangeDispatcher implements ChangeHandler {
  readonly batches = 1;
  readonly #options: ChangeDispatcherOptions;
  readonly #policyErrorLog: PolicyErrorLog;
  readonly #order = new CallerOrder();
  readonly #slice = new TimeSlice(sliceLength);
  #slowest: BatchLoad = { callers: 0, milliseconds: 0 };

  constructor(options: ChangeDispatcherOptions) {
    this.#options = options;
    this.#policyErrorLog = new PolicyErrorLog(options.log);
  }

  /** Returns the slowest batch since the last call. */
  takeSlowest(): BatchLoad {
    const slowest = this.#slowest;
    this.#slowest = { callers: 0, milliseconds: 0 };
    return slowest;
  }

  /** Dispatches changes in batches of a limited size, so that each batch is authorised in time. */
  async onChanges(changes: readonly Change[]): Promise<void> {
    let batch: Change[] = [];
    let size = 0;
    for (const change of changes) {
      batch.push(change);
      size += sizeOf(change);
      if (size < this.#options.limits.recordSize) continue;
      await this.#dispatch(batch);
      batch = [];
      size = 0;
    }
    if (batch.length > 0) await this.#dispatch(batch);
  }

  /**
   * Authorises the callers in parts, and sends each part its changes while the next one is authorised.
   * Within a part, sockets whose filters the database does not have to evaluate come first. No socket
   * waits for the filters of others, or longer than `sendTimeout` for the messages of others.
   */
  async #dispatch(changes: readonly Change[]): Promise<void> {
    const begun = performance.now();
    const tables = new Map<number, AuthorizedTable>();
    await Promise.all(
      [...Map.groupBy(changes, ({ entity }) => entity)].map(async ([entity, ofEntity]) => {
        const table = await this.#read(entity, ofEntity);
        if (table) tables.set(entity, table);
      }),
    );
    const { sendTimeout, callersPerPart, batchTime } = this.#options.limits;
    const callers = this.#order.sortForBatch(callersOf(tables));
    const results = new FilterResults();
    const deadline = performance.now() + batchTime;
    const sent: Promise<void>[] = [];
    for (let from = 0; from < callers.length; from += callersPerPart) {
      const part = callers.slice(from, from + callersPerPart);
      await this.#authorize(part, from, tables, deadline);
      sent.push(this.#send(collect(changes, tables, part), results));
    }
    const milliseconds = performance.now() - begun;
    if (milliseconds > this.#slowest.milliseconds) {
      this.#slowest = { callers: callers.length, milliseconds };
    }
    const timeout = new AbortController();
    const elapsed = delay(sendTimeout, undefined, { signal: timeout.signal });
    await Promise.race([Promise.all(sent), elapsed.catch(() => undefined)]);
    timeout.abort();
  }

  onGap(): void {
    const { log, subscriptions } = this.#options;
    log.warn('the replication slot was lost; subscribers have to subscribe again');
    for (const channel of subscriptions.channels()) channel.fail(realtimeErrors.missed());
  }

  /** Reads the changes of a table for the bindings that they may match; null if there are none. */
  async #read(entity: number, changes: readonly Change[]): Promise<AuthorizedTable | null> {
    const { sql, subscriptions, limits, log } = this.#options;
    const concerned = subscriptions
      .of(entity)
      .filter((listener) => changes.some((change) => mayMatch(listener, change)));
    const listeners = Map.groupBy(concerned, ({ subscriber }) => subscriber.claims);
    if (listeners.size === 0) return null;
    const roles = new Set(concerned.map(({ subscriber }) => subscriber.role));
    try {
      const authorized = await AuthorizedChanges.read(
        sql,
        entity,
        changes,
        [...roles],
        listeners.size,
        limits,
      );
      return { listeners, authorized };
    } catch (error) {
      // After a lost connection the changes are read from the slot and dispatched again.
      if (!isRefusal(error)) throw error;
      log.error({ err: error, entity }, 'the subscribers of a change could not be authorised');
    }
    // The subscribers of this table must learn that they miss changes; other tables are not affected.
    for (const { binding } of concerned) binding.channel.fail(realtimeErrors.notAuthorized());
    return null;
  }

  /**
   * Evaluates the policies of each table for callers, and fails the channels of callers that could not be
   * authorised in time.
   * @param from the position of the first caller in the batch
   */
  async #authorize(
    callers: readonly Subscriber[],
    from: number,
    tables: ReadonlyMap<number, AuthorizedTable>,
    deadline: number,
  ): Promise<void> {
    await Promise.all(
      [...tables.values()].map(async ({ listeners, authorized }) => {
        const concerned = callers.filter(({ claims }) => listeners.has(claims));
        this.#policyErrorLog.add(await authorized.authorize(concerned, deadline));
      }),
    );
    let cutOff = 0;
    for (const [index, caller] of callers.entries()) {
      let isReached = true;
      for (const { listeners, authorized } of tables.values()) {
        const ofCaller = listeners.get(caller.claims) ?? [];
        if (ofCaller.length === 0 || authorized.isDecided(caller)) continue;
        isReached = false;
        if (authorized.isTooSlow(caller)) this.#order.recordSlow(caller);
        for (const { binding } of ofCaller) binding.channel.fail(realtimeErrors.notAuthorized());
      }
      if (isReached) this.#order.recordPlace(caller, from + index);
      else cutOff += 1;
    }
    if (cutOff > 0) {
      this.#options.log.warn(
        { callers: cutOff },
        'these callers could not be authorised in time; they have to subscribe again',
      );
    }
  }

  /** Sends each socket its changes, beginning with the addresses that receive the fewest. */
  async #send(sockets: readonly SocketChanges[], results: FilterResults): Promise<void> {
    const { evaluation, limits, log } = this.#options;
    const sizes = new Counts();
    for (const { transport, size } of sockets) sizes.add(transport.address, size);
    const rank = ({ transport }: SocketChanges) => sizes.of(transport.address);
    const ordered = sockets.toSorted(
      (one, other) => one.undecidedCount - other.undecidedCount || rank(one) - rank(other),
    );
    await Promise.all(
      ordered.map(async (socket) => {
        const queue = socket.transport.changes;
        if (queue.length >= limits.queuedBatches) {
          socket.fail(realtimeErrors.missed());
          return;
        }
        try {
          await queue.add(() => socket.send(results, evaluation, this.#slice));
        } catch (error) {
          log.error({ err: error }, 'changes could not be sent to a realtime socket');
          socket.fail(realtimeErrors.missed());
        }
      }),
    );
  }
}

/** The approximate size of a change, characters. */
const sizeOf = ({ record, oldRecord }: Change): number =>
  [record, oldRecord]
    .flatMap((row) => Object.values(row ?? {}))
    .reduce((sum, value) => sum + (value?.length ?? 0), 0);

/** The distinct callers of a batch. */
function callersOf(tables: ReadonlyMap<number, AuthorizedTable>): Subscriber[] {
  const callers = new Map<string, Subscriber>();
  for (const { listeners } of tables.values()) {
    for (const [claims, [first]] of listeners) {
      if (first && !callers.has(claims)) callers.set(claims, first.subscriber);
    }
  }
  return [...callers.values()];
}

/**
 * Finds the deliveries of changes to some callers and groups them by socket, in the order of the
 * changes.
 */
function collect(
  changes: readonly Change[],
  tables: ReadonlyMap<number, AuthorizedTable>,
  callers: readonly Subscriber[],
): SocketChanges[] {
  const sockets = new Map<object, SocketChanges>();
  const indexes = new Map<number, number>();
  for (const change of changes) {
    const table = tables.get(change.entity);
    if (!table) continue;
    const index = indexes.get(change.entity) ?? 0;
    indexes.set(change.entity, index + 1);
    for (const caller of callers) {
      const roleChanges = table.authorized.changesFor(caller, index);
      if (!roleChanges) continue;
      for (const listener of table.listeners.get(caller.claims) ?? []) {
        const { binding, subscriber } = listener;
        if (!mayMatch(listener, change)) continue;
        const undecided = undecidedFilters(binding, change, roleChanges);
        if (!undecided) continue;
        const { channel } = binding;
        const socket = sockets.get(channel.transport) ?? new SocketChanges(channel.transport);
        sockets.set(channel.transport, socket);
        socket.add({
          change,
          channel,
          subscriber,
          id: binding.id,
          undecided,
          message: roleChanges.message(index, binding.select),
        });
      }
    }
  }
  return [...sockets.values()];
}
