import { refusals } from '../errors.ts';
import type { Payer } from '../postgres-changes/filter-budget.ts';
import type { RealtimeLimits } from '../limits.ts';

type CountLimits = Pick<
  RealtimeLimits,
  'subscriptionsPerSocket' | 'subscriptionsPerAccount' | 'subscriptionsPerAddress'
>;

/**
 * Counts what each socket, account and address listens to: the bindings of its channels and the
 * conditions of their filters, each of which costs something whenever something changes.
 */
export class SubscriptionCount {
  readonly #limits: CountLimits;
  readonly #counts = new Map<string, number>();

  constructor(limits: CountLimits) {
    this.#limits = limits;
  }

  /**
   * Adds a channel's.
   * @throws {Refusal} when they are too many
   */
  add(payer: Payer, size: number): void {
    const limits = this.#limitsOf(payer);
    for (const [key, most] of limits) {
      if ((this.#counts.get(key) ?? 0) + size > most) throw refusals.tooManySubscriptions(most);
    }
    for (const [key] of limits) this.#counts.set(key, (this.#counts.get(key) ?? 0) + size);
  }

  remove(payer: Payer, size: number): void {
    for (const [key] of this.#limitsOf(payer)) {
      const left = (this.#counts.get(key) ?? 0) - size;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
  }

  #limitsOf({ socket, address, account }: Payer): (readonly [key: string, most: number])[] {
    const { subscriptionsPerSocket, subscriptionsPerAccount, subscriptionsPerAddress } =
      this.#limits;
    return [
      [`socket ${socket}`, subscriptionsPerSocket],
      [`address ${address}`, subscriptionsPerAddress],
      ...(account === null ? [] : [[`account ${account}`, subscriptionsPerAccount] as const]),
    ];
  }
}
