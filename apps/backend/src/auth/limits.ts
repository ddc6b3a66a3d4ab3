import { RateLimit } from '../http/rate-limit.ts';
import { RequestError } from '../http/request-error.ts';
import { AuthError } from './errors.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How often things may be tried. Bursts are generous: a school or an office has one address. */
export class Limits {
  readonly signUpsPerAddress = new RateLimit(200, hour);
  readonly refreshesPerAddress = new RateLimit(600, 5 * minute);
  readonly flowsPerAddress = new RateLimit(300, 5 * minute);
  readonly exchangesPerAddress = new RateLimit(600, 5 * minute);
  readonly verificationsPerAddress = new RateLimit(30, 5 * minute);
  readonly updatesPerAccount = new RateLimit(60, 10 * minute);

  readonly #wrongPasswordsPerAccount = new RateLimit(20, 10 * minute);
  readonly #wrongPasswordsPerAddress = new RateLimit(100, 10 * minute);
  readonly #mailsPerRecipient = new RateLimit(1, minute);

  /**
   * Runs a try at a password; only wrong ones count.
   * @param account any name for the account, whether it exists or not
   * @throws {RequestError} 429
   */
  async tryPassword(account: string, address: string, work: () => Promise<boolean>) {
    this.#wrongPasswordsPerAddress.take(address);
    this.#wrongPasswordsPerAccount.take(account);
    const right = await work();
    if (right) {
      this.#wrongPasswordsPerAddress.giveBack(address);
      this.#wrongPasswordsPerAccount.giveBack(account);
    }
    return right;
  }

  /** @throws {AuthError} `over_email_send_rate_limit` */
  takeMail(recipient: string): void {
    try {
      this.#mailsPerRecipient.take(recipient);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const seconds = error.headers['Retry-After'];
      throw new AuthError(
        'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${seconds} seconds.`,
        { headers: error.headers },
      );
    }
  }
}
