import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isRefusal } from '../../../database/connection.ts';
import type { Sql } from '../../../database/sql.ts';
import { mayConcern, openFilters } from './decide.ts';
import { refusals } from '../errors.ts';
import { FilterAnswers, type FilterEvaluation } from './evaluate-filters.ts';
import type { RealtimeLimits } from '../limits.ts';
import { PolicyFailures } from './policy-failures.ts';
import type { ChangeListener } from '../replication/change-feed.ts';
import type { Change } from '../replication/pgoutput.ts';
import { SocketChanges } from './socket-changes.ts';
import { seeChanges, type SeenChanges } from './see-changes.ts';
import type { Listener, Subscriptions } from './subscriptions.ts';
import { TimeSlice } from './time-slice.ts';

/** How long messages are sent before the event loop does something else, ms. */
const sliceLength = 10;

/** Changes of one table, who listens to it, and who sees them. */
interface SeenTable {
  readonly changes: readonly Change[];
  readonly listeners: readonly Listener[];
  readonly seen: SeenChanges;
}

export interface TellerOptions {
  /** Connections of the role that requests log in as, for what no client decides the cost of. */
  readonly sql: Sql;
  readonly subscriptions: Subscriptions;
  readonly evaluation: FilterEvaluation;
  readonly limits: Pick<RealtimeLimits, 'recordSize' | 'sendPatience' | 'batchesBehind'>;
  readonly log: Logger;
}

/** Tells changes to the channels that they concern. */
export class Teller implements ChangeListener {
  readonly #options: TellerOptions;
  readonly #policyFailures: PolicyFailures;
  readonly #slice = new TimeSlice(sliceLength);

  constructor(options: TellerOptions) {
    this.#options = options;
    this.#policyFailures = new PolicyFailures(options.log);
  }

  /** Tells changes, few large ones at a time: who sees them has to be found out in time. */
  async tell(changes: readonly Change[]): Promise<void> {
    let some: Change[] = [];
    let size = 0;
    for (const change of changes) {
      some.push(change);
      size += sizeOf(change);
      if (size < this.#options.limits.recordSize) continue;
      await this.#tell(some);
      some = [];
      size = 0;
    }
    if (some.length > 0) await this.#tell(some);
  }

  /**
   * First it is found out who sees the changes. Then they are sent to those for whom that is all
   * there is to find out, and last to those whose filters the database has to evaluate: nobody
   * waits for filters of others, nor long for many messages of others.
   */
  async #tell(changes: readonly Change[]): Promise<void> {
    const byEntity = Map.groupBy(changes, ({ entity }) => entity);
    const tables = new Map<number, SeenTable>();
    await Promise.all(
      [...byEntity].map(async ([entity, ofEntity]) => {
        const listeners = this.#options.subscriptions.of(entity);
        const seen = await this.#see(entity, ofEntity, listeners);
        if (seen) tables.set(entity, { changes: ofEntity, listeners, seen });
      }),
    );
    const sent = this.#send(collect(changes, tables));
    const patience = new AbortController();
    const { sendPatience } = this.#options.limits;
    const late = delay(sendPatience, undefined, { signal: patience.signal });
    await Promise.race([sent, late.catch(() => undefined)]);
    patience.abort();
  }

  missed(): void {
    const { log, subscriptions } = this.#options;
    log.warn('the slot of the log was lost; subscribers begin anew');
    for (const channel of subscriptions.channels()) channel.fail(refusals.missed());
  }

  async #see(
    entity: number,
    changes: readonly Change[],
    listeners: readonly Listener[],
  ): Promise<SeenChanges | null> {
    const { sql, limits, log } = this.#options;
    try {
      const seen = await seeChanges(sql, changes, listeners, limits.recordSize);
      this.#policyFailures.add(seen.failures);
      return seen;
    } catch (error) {
      // A connection that broke says nothing: the changes are told once there is another.
      if (!isRefusal(error)) throw error;
      log.error({ err: error, entity }, 'it could not be decided who sees a change');
    }
    // Silence is no answer, and one table may not stop all others.
    for (const { binding } of listeners) binding.channel.fail(refusals.notDecided());
    return null;
  }

  /** Sends to each socket what is for it, those of clients that are sent the least first. */
  async #send(sockets: readonly SocketChanges[]): Promise<void> {
    const { evaluation, limits, log } = this.#options;
    const answers = new FilterAnswers();
    const sizes = new Map<string, number>();
    for (const { client, size } of sockets) sizes.set(client, (sizes.get(client) ?? 0) + size);
    const rank = ({ client }: SocketChanges) => sizes.get(client) ?? 0;
    const inTurn = sockets.toSorted(
      (one, other) => one.openFilters - other.openFilters || rank(one) - rank(other),
    );
    await Promise.all(
      inTurn.map(async (socket) => {
        if (socket.queue.length >= limits.batchesBehind) {
          socket.fail(refusals.missed());
          return;
        }
        try {
          await socket.queue.add(() => socket.send(answers, evaluation, this.#slice));
        } catch (error) {
          log.error({ err: error }, 'changes could not be sent to a realtime socket');
          socket.fail(refusals.missed());
        }
      }),
    );
  }
}

/** About how large a change is, characters. */
const sizeOf = ({ record, oldRecord }: Change): number =>
  [record, oldRecord]
    .flatMap((row) => Object.values(row ?? {}))
    .reduce((sum, value) => sum + (value?.length ?? 0), 0);

/** What is for whom, in the order of the changes. */
function collect(
  changes: readonly Change[],
  tables: ReadonlyMap<number, SeenTable>,
): SocketChanges[] {
  const sockets = new Map<object, SocketChanges>();
  const places = new Map<number, number>();
  for (const change of changes) {
    const table = tables.get(change.entity);
    if (!table) continue;
    const place = places.get(change.entity) ?? 0;
    places.set(change.entity, place + 1);
    for (const listener of table.listeners) {
      const { binding, subscriber } = listener;
      const view = table.seen.viewOf(subscriber, place);
      if (!view || !mayConcern(listener, change)) continue;
      const open = openFilters(binding, change, view);
      if (!open) continue;
      const { channel } = binding;
      const socket = sockets.get(channel.transport) ?? new SocketChanges(channel.transport);
      sockets.set(channel.transport, socket);
      socket.add({
        change,
        channel,
        subscriber,
        id: binding.id,
        open,
        message: view.message(place, binding.select),
      });
    }
  }
  return [...sockets.values()];
}
