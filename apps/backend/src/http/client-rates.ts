import type { Rates } from '../config/admission.ts';
import type { Client } from '../identity/client.ts';
import { RateLimit } from '../lib/rate-limit.ts';

const minute = 60_000;

/**
 * As how many requests a write counts that the database refuses by a limit on acts. The database has done
 * a part of its work by then, up to hundreds of rows, and has counted nothing, since it rolls back.
 */
const refusedWriteCost = 20;

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

  /** Counts once more a request of an account whose write the database has refused by a limit on acts. */
  chargeRefusedWrite({ account }: Client): void {
    if (account !== null) this.#perAccount.charge(account, refusedWriteCost - 1);
  }
}
