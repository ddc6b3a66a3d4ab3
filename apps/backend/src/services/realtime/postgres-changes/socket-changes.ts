import { DatabaseError } from 'pg';
import { isRefusal } from '../../../database/connection.ts';
import type { Channel, ChannelTransport } from '../sockets/channel.ts';
import { realtimeErrors, type RealtimeError } from '../errors.ts';
import type { FilterResults, FilterEvaluation } from './evaluate-filters.ts';
import type { Change } from '../replication/pgoutput.ts';
import type { ChangeMessage } from './role-changes.ts';
import type { Subscriber } from '../sockets/subscriber.ts';
import type { TableFilter } from './subscriptions.ts';
import type { TimeSlice } from './time-slice.ts';

/** A change to be sent to a binding whose subscriber is authorised to see it. */
export interface Delivery {
  readonly change: Change;
  readonly channel: Channel;
  readonly subscriber: Subscriber;
  /** The binding's id within its channel. */
  readonly id: number;
  /** Filters of the binding that the database has to evaluate before the change is sent. */
  readonly undecided: readonly TableFilter[];
  readonly message: ChangeMessage;
}

/** The changes of one batch for the channels of one socket. */
export class SocketChanges {
  readonly transport: ChannelTransport;
  /** In the order of the changes. */
  readonly #deliveries: Delivery[] = [];
  #undecidedCount = 0;

  constructor(transport: ChannelTransport) {
    this.transport = transport;
  }

  get size(): number {
    return this.#deliveries.length;
  }

  /** How many filters the database has to evaluate. */
  get undecidedCount(): number {
    return this.#undecidedCount;
  }

  add(delivery: Delivery): void {
    this.#deliveries.push(delivery);
    this.#undecidedCount += delivery.undecided.length;
  }

  /** Fails all channels that have a delivery. */
  fail(error: RealtimeError): void {
    for (const { channel } of this.#deliveries) channel.fail(error);
  }

  /** Evaluates the undecided filters, and sends each change once to each channel. */
  async send(
    results: FilterResults,
    evaluation: FilterEvaluation,
    slice: TimeSlice,
  ): Promise<void> {
    if (this.#undecidedCount > 0) await this.#evaluate(results, evaluation);
    const passing = this.#deliveries.filter(({ undecided, subscriber, change }) =>
      undecided.every((filter) => results.passes({ subscriber, filter, change })),
    );
    const byChange = Map.groupBy(passing, ({ change }) => change);
    for (const ofChange of byChange.values()) {
      if (slice.isOver) await slice.wait();
      sendChange(ofChange);
    }
  }

  async #evaluate(results: FilterResults, evaluation: FilterEvaluation): Promise<void> {
    const pending = this.#deliveries.filter(({ undecided }) => undecided.length > 0);
    for (const [channel, deliveries] of Map.groupBy(pending, ({ channel }) => channel)) {
      const checks = deliveries.flatMap(({ subscriber, change, undecided }) =>
        undecided.map((filter) => ({ subscriber, change, filter })),
      );
      try {
        const isWithin = await results.evaluate(checks, channel.client, evaluation);
        if (!isWithin) channel.fail(tooSlow(channel, evaluation));
      } catch (error) {
        // The filter has not caused a lost connection.
        if (!(error instanceof DatabaseError) || !isRefusal(error)) {
          channel.fail(realtimeErrors.missed());
          continue;
        }
        evaluation.budget.suspend(channel.client);
        channel.fail(tooSlow(channel, evaluation));
      }
    }
  }
}

const tooSlow = ({ client }: Channel, { budget }: FilterEvaluation): RealtimeError =>
  realtimeErrors.filterTooSlow(budget.secondsToWait(client));

/** Sends one change to each channel, with the ids of the channel's bindings that it matches. */
function sendChange(deliveries: readonly Delivery[]): void {
  for (const [channel, ofChannel] of Map.groupBy(deliveries, ({ channel }) => channel)) {
    for (const [message, same] of Map.groupBy(ofChannel, ({ message }) => message)) {
      const ids = same.map(({ id }) => id);
      channel.sendEncoded(message.encodeFor(channel.topic, channel.transport.version, ids));
    }
  }
}
