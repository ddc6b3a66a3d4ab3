import { DatabaseError } from 'pg';
import { isRefusal } from '../../../database/connection.ts';
import type { SerialQueue } from '../sockets/serial-queue.ts';
import type { Channel, ChannelTransport } from '../sockets/channel.ts';
import { refusals, type Refusal } from '../errors.ts';
import type { FilterAnswers, FilterEvaluation } from './evaluate-filters.ts';
import type { Change } from '../replication/pgoutput.ts';
import type { ChangeMessage } from './role-view.ts';
import type { Subscriber } from '../sockets/subscriber.ts';
import type { TableFilter } from './subscriptions.ts';
import type { TimeSlice } from './time-slice.ts';

/** A change that a binding's subscriber sees, if the database lets it pass the filters left. */
export interface Delivery {
  readonly change: Change;
  readonly channel: Channel;
  readonly subscriber: Subscriber;
  /** Of the binding, within its channel. */
  readonly id: number;
  readonly open: readonly TableFilter[];
  readonly message: ChangeMessage;
}

/** Some changes that are told to the channels of one socket. */
export class SocketChanges {
  readonly #transport: ChannelTransport;
  /** In the order of the changes. */
  readonly #deliveries: Delivery[] = [];
  #openFilters = 0;

  constructor(transport: ChannelTransport) {
    this.#transport = transport;
  }

  get queue(): SerialQueue {
    return this.#transport.changes;
  }

  /** The client that the socket comes from. */
  get client(): string {
    return this.#transport.address;
  }

  get size(): number {
    return this.#deliveries.length;
  }

  /** How many answers of the database it takes. */
  get openFilters(): number {
    return this.#openFilters;
  }

  add(delivery: Delivery): void {
    this.#deliveries.push(delivery);
    this.#openFilters += delivery.open.length;
  }

  /** Cuts off all channels that something is for. */
  fail(refusal: Refusal): void {
    for (const { channel } of this.#deliveries) channel.fail(refusal);
  }

  /** Evaluates what filters are left, and sends: each channel gets each change once. */
  async send(
    answers: FilterAnswers,
    evaluation: FilterEvaluation,
    slice: TimeSlice,
  ): Promise<void> {
    if (this.#openFilters > 0) await this.#evaluate(answers, evaluation);
    const passing = this.#deliveries.filter(({ open, subscriber, change }) =>
      open.every((filter) => answers.isPassed({ subscriber, filter, change })),
    );
    const byChange = Map.groupBy(passing, ({ change }) => change);
    for (const ofChange of byChange.values()) {
      if (slice.isOver) await slice.wait();
      sendChange(ofChange);
    }
  }

  async #evaluate(answers: FilterAnswers, evaluation: FilterEvaluation): Promise<void> {
    const withOpen = this.#deliveries.filter(({ open }) => open.length > 0);
    for (const [channel, deliveries] of Map.groupBy(withOpen, ({ channel }) => channel)) {
      const questions = deliveries.flatMap(({ subscriber, change, open }) =>
        open.map((filter) => ({ subscriber, change, filter })),
      );
      try {
        const isWithin = await answers.find(questions, channel.payer, evaluation);
        if (!isWithin) channel.fail(tooSlow(channel, evaluation));
      } catch (error) {
        // A connection that broke says nothing of the filter.
        if (!(error instanceof DatabaseError) || !isRefusal(error)) {
          channel.fail(refusals.missed());
          continue;
        }
        evaluation.budget.cutOff(channel.payer);
        channel.fail(tooSlow(channel, evaluation));
      }
    }
  }
}

const tooSlow = ({ payer }: Channel, { budget }: FilterEvaluation): Refusal =>
  refusals.filterTooSlow(budget.secondsToWait(payer));

/** Sends one change: to each channel with the ids of those of its bindings that it is for. */
function sendChange(deliveries: readonly Delivery[]): void {
  for (const [channel, ofChannel] of Map.groupBy(deliveries, ({ channel }) => channel)) {
    for (const [message, same] of Map.groupBy(ofChannel, ({ message }) => message)) {
      const ids = same.map(({ id }) => id);
      channel.sendChange(message.encodeFor(channel.topic, channel.version, ids));
    }
  }
}
