import type { Rates } from '../config/admission.ts';
import type { Client } from '../identity/client.ts';
import { RateLimit } from '../lib/rate-limit.ts';

const minute = 60_000;

/** The rates at which clients may send requests to one service. */
export class ClientRates {
  readonly #perAddress: RateLimit;
  readonly #perAccount: RateLimit;

  constructor({ perAddress, perAccount }: Rates) {
    this.#perAddress = new RateLimit(perAddress, minute);
    this.#perAccount = new RateLimit(perAccount, minute);
  }

  /**
   * Counts a request for its address, before its token is verified.
   * @throws {RequestError} 429
   */
  takeForAddress({ address }: Client): void {
    this.#perAddress.take(address);
  }

  /**
   * Counts a request for its account, where it has one.
   * @throws {RequestError} 429
   */
  takeForAccount({ account }: Client): void {
    if (account !== null) this.#perAccount.take(account);
  }
}
