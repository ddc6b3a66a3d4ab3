import type { Channel } from '../sockets/channel.ts';
import type { BindingRequest } from '../protocol/binding.ts';
import type { FilterOperator } from '../protocol/filter.ts';
import type { Subscriber } from '../sockets/subscriber.ts';

/** A filter as it applies to one table. */
export interface TableFilter {
  readonly column: string;
  readonly op: FilterOperator;
  readonly negate: boolean;
  /** The SQL condition, on the JSON object `source`. */
  readonly condition: string;
  /**
   * The texts that the column is compared with if equality of texts decides the filter; empty for
   * `is.null`. Null if the database has to evaluate the filter.
   */
  readonly decidedBy: ReadonlySet<string> | null;
}

/** One `postgres_changes` entry of a joined channel. */
export interface Binding {
  /** The binding's id within its channel, which messages to the client name. */
  readonly id: number;
  readonly channel: Channel;
  readonly event: BindingRequest['event'];
  readonly select: readonly string[] | null;
  /** By the table's oid. */
  readonly filters: ReadonlyMap<number, readonly TableFilter[]>;
}

/** A binding with its channel's current subscriber, which changes when the token is renewed. */
export interface Listener {
  readonly binding: Binding;
  readonly subscriber: Subscriber;
}

/** The bindings of all joined channels, by channel and by table. */
export class Subscriptions {
  readonly #ofChannel = new Map<Channel, readonly Binding[]>();
  readonly #ofEntity = new Map<number, Set<Binding>>();

  add(channel: Channel, bindings: readonly Binding[]): void {
    this.#ofChannel.set(channel, bindings);
    for (const binding of bindings) {
      for (const entity of binding.filters.keys()) {
        const known = this.#ofEntity.get(entity);
        if (known) known.add(binding);
        else this.#ofEntity.set(entity, new Set([binding]));
      }
    }
  }

  remove(channel: Channel): void {
    for (const binding of this.#ofChannel.get(channel) ?? []) {
      for (const entity of binding.filters.keys()) {
        const known = this.#ofEntity.get(entity);
        known?.delete(binding);
        if (known?.size === 0) this.#ofEntity.delete(entity);
      }
    }
    this.#ofChannel.delete(channel);
  }

  /** The bindings to a table. */
  of(entity: number): Listener[] {
    return [...(this.#ofEntity.get(entity) ?? [])].map((binding) => ({
      binding,
      subscriber: binding.channel.subscriber,
    }));
  }

  /** The channels that are subscribed to changes. */
  channels(): Channel[] {
    return [...this.#ofChannel.keys()];
  }
}
