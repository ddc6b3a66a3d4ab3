import { Counts } from '../../../lib/counts.ts';
import { realtimeErrors } from '../errors.ts';
import type { ChannelClient } from '../postgres-changes/filter-budget.ts';
import type { RealtimeLimits } from '../limits.ts';

type CountLimits = Pick<
  RealtimeLimits,
  'subscriptionsPerSocket' | 'subscriptionsPerAccount' | 'subscriptionsPerAddress'
>;

/**
 * Limits the subscriptions of each socket, account and address: the bindings of its channels and the
 * conditions of their filters, each of which costs time at every change.
 */
export class SubscriptionLimit {
  readonly #limits: CountLimits;
  readonly #counts = new Counts();

  constructor(limits: CountLimits) {
    this.#limits = limits;
  }

  /**
   * Counts a channel's bindings and conditions.
   * @throws {RealtimeError} when there are too many
   */
  add(client: ChannelClient, size: number): void {
    const limits = this.#limitsOf(client);
    for (const [key, most] of limits) {
      if (this.#counts.of(key) + size > most) throw realtimeErrors.tooManySubscriptions(most);
    }
    for (const [key] of limits) this.#counts.add(key, size);
  }

  remove(client: ChannelClient, size: number): void {
    for (const [key] of this.#limitsOf(client)) this.#counts.add(key, -size);
  }

  #limitsOf({ socket, address, account }: ChannelClient): (readonly [key: string, most: number])[] {
    const { subscriptionsPerSocket, subscriptionsPerAccount, subscriptionsPerAddress } =
      this.#limits;
    return [
      [`socket ${socket}`, subscriptionsPerSocket],
      [`address ${address}`, subscriptionsPerAddress],
      ...(account === null ? [] : [[`account ${account}`, subscriptionsPerAccount] as const]),
    ];
  }
}
