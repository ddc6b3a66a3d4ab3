import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isRefusal } from '../../../database/connection.ts';
import type { Sql } from '../../../database/sql.ts';
import { Counts } from '../../../lib/counts.ts';
import { mayMatch, undecidedFilters } from './match-bindings.ts';
import { refusals } from '../errors.ts';
import { FilterResults, type FilterEvaluation } from './evaluate-filters.ts';
import type { RealtimeLimits } from '../limits.ts';
import { PolicyErrorLog } from './policy-error-log.ts';
import type { ChangeHandler } from '../replication/change-feed.ts';
import type { Change } from '../replication/pgoutput.ts';
import { SocketChanges } from './socket-changes.ts';
import { authorizeChanges, type AuthorizedChanges } from './authorize-changes.ts';
import type { Listener, Subscriptions } from './subscriptions.ts';
import { TimeSlice } from './time-slice.ts';

/** How long messages are sent at a stretch before the event loop does other work, ms. */
const sliceLength = 10;

/** Changes of one table, the bindings to the table, and which subscribers see the changes. */
interface AuthorizedTable {
  readonly changes: readonly Change[];
  readonly listeners: readonly Listener[];
  readonly authorized: AuthorizedChanges;
}

export interface ChangeDispatcherOptions {
  /** Connections of the role that requests log in as, for statements whose cost no client decides. */
  readonly sql: Sql;
  readonly subscriptions: Subscriptions;
  readonly evaluation: FilterEvaluation;
  readonly limits: Pick<RealtimeLimits, 'recordSize' | 'sendPatience' | 'batchesBehind'>;
  readonly log: Logger;
}

/** Sends changes to the channels that are subscribed to them and whose subscribers may see them. */
export class ChangeDispatcher implements ChangeHandler {
  readonly #options: ChangeDispatcherOptions;
  readonly #policyErrorLog: PolicyErrorLog;
  readonly #slice = new TimeSlice(sliceLength);

  constructor(options: ChangeDispatcherOptions) {
    this.#options = options;
    this.#policyErrorLog = new PolicyErrorLog(options.log);
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
   * Authorises the subscribers, sends the changes to those without undecided filters, and last to
   * those whose filters the database has to evaluate. Nobody waits for the filters of others, nor
   * longer than `sendPatience` for the messages of others.
   */
  async #dispatch(changes: readonly Change[]): Promise<void> {
    const byEntity = Map.groupBy(changes, ({ entity }) => entity);
    const tables = new Map<number, AuthorizedTable>();
    await Promise.all(
      [...byEntity].map(async ([entity, ofEntity]) => {
        const listeners = this.#options.subscriptions.of(entity);
        const authorized = await this.#authorize(entity, ofEntity, listeners);
        if (authorized) tables.set(entity, { changes: ofEntity, listeners, authorized });
      }),
    );
    const sent = this.#send(collect(changes, tables));
    const patience = new AbortController();
    const { sendPatience } = this.#options.limits;
    const late = delay(sendPatience, undefined, { signal: patience.signal });
    await Promise.race([sent, late.catch(() => undefined)]);
    patience.abort();
  }

  onGap(): void {
    const { log, subscriptions } = this.#options;
    log.warn('the replication slot was lost; subscribers have to subscribe again');
    for (const channel of subscriptions.channels()) channel.fail(refusals.missed());
  }

  async #authorize(
    entity: number,
    changes: readonly Change[],
    listeners: readonly Listener[],
  ): Promise<AuthorizedChanges | null> {
    const { sql, limits, log } = this.#options;
    try {
      const authorized = await authorizeChanges(sql, changes, listeners, limits.recordSize);
      this.#policyErrorLog.add(authorized.policyErrors);
      return authorized;
    } catch (error) {
      // After a lost connection the changes are read from the slot and dispatched again.
      if (!isRefusal(error)) throw error;
      log.error({ err: error, entity }, 'the subscribers of a change could not be authorised');
    }
    // The subscribers of this table have to know that they miss changes; other tables go on.
    for (const { binding } of listeners) binding.channel.fail(refusals.notAuthorized());
    return null;
  }

  /** Sends to each socket its changes, beginning with the addresses that get the fewest. */
  async #send(sockets: readonly SocketChanges[]): Promise<void> {
    const { evaluation, limits, log } = this.#options;
    const results = new FilterResults();
    const sizes = new Counts();
    for (const { transport, size } of sockets) sizes.add(transport.address, size);
    const rank = ({ transport }: SocketChanges) => sizes.of(transport.address);
    const ordered = sockets.toSorted(
      (one, other) => one.undecidedCount - other.undecidedCount || rank(one) - rank(other),
    );
    await Promise.all(
      ordered.map(async (socket) => {
        const queue = socket.transport.changes;
        if (queue.length >= limits.batchesBehind) {
          socket.fail(refusals.missed());
          return;
        }
        try {
          await queue.add(() => socket.send(results, evaluation, this.#slice));
        } catch (error) {
          log.error({ err: error }, 'changes could not be sent to a realtime socket');
          socket.fail(refusals.missed());
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

/** Finds the deliveries of changes and groups them by socket, in the order of the changes. */
function collect(
  changes: readonly Change[],
  tables: ReadonlyMap<number, AuthorizedTable>,
): SocketChanges[] {
  const sockets = new Map<object, SocketChanges>();
  const indexes = new Map<number, number>();
  for (const change of changes) {
    const table = tables.get(change.entity);
    if (!table) continue;
    const index = indexes.get(change.entity) ?? 0;
    indexes.set(change.entity, index + 1);
    for (const listener of table.listeners) {
      const { binding, subscriber } = listener;
      const roleChanges = table.authorized.changesFor(subscriber, index);
      if (!roleChanges || !mayMatch(listener, change)) continue;
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
  return [...sockets.values()];
}
