import type { Logger } from 'pino';
import { isRefusal } from '../database/connection.ts';
import type { Sql } from '../database/sql.ts';
import type { Channel } from './channel.ts';
import { refusals } from './errors.ts';
import { encode } from './protocol/message.ts';
import type { ChangeListener } from './replication/change-feed.ts';
import type { Change } from './replication/pgoutput.ts';
import { openFilters } from './decide.ts';
import { seeChanges, type Delivery } from './see-changes.ts';
import type { Binding, Subscriptions } from './subscriptions.ts';

/** Tells changes to the channels that they concern. */
export class Teller implements ChangeListener {
  readonly #sql: Sql;
  readonly #subscriptions: Subscriptions;
  readonly #recordSize: number;
  readonly #log: Logger;

  /** @param sql connections of the role that requests log in as */
  constructor(sql: Sql, subscriptions: Subscriptions, recordSize: number, log: Logger) {
    this.#sql = sql;
    this.#subscriptions = subscriptions;
    this.#recordSize = recordSize;
    this.#log = log;
  }

  async tell(changes: readonly Change[]): Promise<void> {
    const byEntity = Map.groupBy(changes, ({ entity }) => entity);
    const deliveries = new Map<Change, readonly Delivery[]>();
    await Promise.all(
      [...byEntity].map(async ([entity, ofEntity]) => {
        const answers = await this.#see(entity, ofEntity);
        for (const [place, change] of ofEntity.entries()) {
          deliveries.set(change, answers[place] ?? []);
        }
      }),
    );
    for (const change of changes) deliver(deliveries.get(change) ?? []);
  }

  missed(): void {
    this.#log.warn('the slot of the log was lost; subscribers begin anew');
    for (const channel of this.#subscriptions.channels()) channel.fail(refusals.missed());
  }

  async #see(
    entity: number,
    changes: readonly Change[],
  ): Promise<readonly (readonly Delivery[])[]> {
    const bindings = this.#subscriptions.of(entity);
    try {
      return await this.#ask(changes, bindings);
    } catch (error) {
      // A connection that broke says nothing: the changes are told once there is another.
      if (!isRefusal(error)) throw error;
      this.#log.error({ err: error, entity }, 'it could not be decided who sees a change');
    }
    // What takes too long may be someone's filter: only theirs is the loss then.
    const suspects = [...bindings].filter((binding) =>
      changes.some((change) => (openFilters(binding, change)?.length ?? 0) > 0),
    );
    for (const { channel } of suspects) channel.fail(refusals.filterTooSlow());
    try {
      if (suspects.length > 0) return await this.#ask(changes, bindings);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    // Silence is no answer, and one table may not stop all others.
    for (const { channel } of bindings) channel.fail(refusals.notDecided());
    return [];
  }

  #ask(changes: readonly Change[], bindings: Iterable<Binding>): Promise<Delivery[][]> {
    return seeChanges(this.#sql, changes, bindings, this.#recordSize);
  }
}

/** Sends one change: each channel gets it once, with the ids of those of its bindings that match. */
function deliver(deliveries: readonly Delivery[]): void {
  const messages = new Map<Channel, Map<string, number[]>>();
  for (const { binding, data } of deliveries) {
    const ofChannel = messages.get(binding.channel) ?? new Map<string, number[]>();
    messages.set(binding.channel, ofChannel);
    const ids = ofChannel.get(data);
    if (ids) ids.push(binding.id);
    else ofChannel.set(data, [binding.id]);
  }
  // Most channels of most apps are called the same: what they get is encoded once.
  const encoded = new Map<string, Buffer>();
  for (const [channel, ofChannel] of messages) {
    for (const [data, ids] of ofChannel) {
      const payload = `{"ids":[${ids.join(',')}],"data":${data}}`;
      const { topic, version } = channel;
      const text = encode({ topic, event: 'postgres_changes', payload }, version);
      const message = encoded.get(text) ?? Buffer.from(text);
      encoded.set(text, message);
      channel.sendChange(message);
    }
  }
}
