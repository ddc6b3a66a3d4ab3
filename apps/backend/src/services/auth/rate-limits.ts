import { LRUCache } from 'lru-cache';
import { RateLimit } from '../../lib/rate-limit.ts';
import { RequestError } from '../../lib/request-error.ts';
import { AuthError } from './errors.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How many pairs of account and address are remembered at most; then the oldest are forgotten. */
const maximumFamiliar = 50_000;

/** Kinds of mail that may be requested. Each is limited on its own, as in GoTrue. */
type MailKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication';

/**
 * How often sign-ups, sign-ins, mailed codes and mails may be requested, by address, account or recipient.
 * Limits by address are high, since a school or an office has one address.
 */
export class AuthRateLimits {
  readonly signUpsPerAddress = new RateLimit(200, hour);
  readonly refreshesPerAddress = new RateLimit(600, 5 * minute);
  readonly flowsPerAddress = new RateLimit(300, 5 * minute);
  readonly exchangesPerAddress = new RateLimit(600, 5 * minute);
  readonly verificationsPerAddress = new RateLimit(30, 5 * minute);
  readonly mailRequestsPerAddress = new RateLimit(30, 5 * minute);
  readonly updatesPerAccount = new RateLimit(60, 10 * minute);

  readonly #wrongPasswordsPerAddress = new RateLimit(100, 10 * minute);
  readonly #wrongPasswordsHere = new RateLimit(10, 10 * minute);
  /**
   * Far above what a person mistypes. An attacker with many addresses who uses it up only locks out
   * addresses that the account was never signed in from.
   */
  readonly #wrongPasswordsElsewhere = new RateLimit(200, hour);
  /** A code has six digits: at this rate 0.01 % of all codes are tried in ten hours. */
  readonly #wrongMailedCodes = new RateLimit(10, hour);
  readonly #mailsOfKind = new RateLimit(1, minute);
  readonly #mailsPerRecipient = new RateLimit(20, hour);
  /** Pairs of an account and an address from which someone has signed in to it. */
  readonly #familiar = new LRUCache<string, true>({ max: maximumFamiliar });

  /**
   * Runs the check of a password; only wrong passwords count. They count for the account at this
   * address, for the address, and for the account at all addresses. The last does not apply to
   * addresses from which the right password was given before, so that guessing from elsewhere does
   * not lock the owner out.
   * @param account any key of the account, whether it exists or not
   * @throws {RequestError} 429
   */
  async tryPassword(account: string, address: string, check: () => Promise<boolean>) {
    const here = `${account} ${address}`;
    const taken: (() => void)[] = [];
    const take = (limit: RateLimit, key: string) => {
      limit.take(key);
      taken.push(() => limit.giveBack(key));
    };
    take(this.#wrongPasswordsPerAddress, address);
    take(this.#wrongPasswordsHere, here);
    if (!this.#familiar.has(here)) take(this.#wrongPasswordsElsewhere, account);
    const isRight = await check();
    if (isRight) {
      for (const giveBack of taken) giveBack();
      this.#familiar.set(here, true);
    }
    return isRight;
  }

  /**
   * Runs the check of a mailed code; checks that throw count.
   * @param account the account's id, or the address that the code was mailed to
   * @throws {RequestError} 429
   */
  async tryMailedCode<T>(account: string, check: () => Promise<T>): Promise<T> {
    this.#wrongMailedCodes.take(account);
    const result = await check();
    this.#wrongMailedCodes.giveBack(account);
    return result;
  }

  /**
   * Counts a mail.
   * @param recipient an address, whether it has an account or not
   * @throws {AuthError} `over_email_send_rate_limit`
   */
  takeMail(kind: MailKind, recipient: string): void {
    try {
      this.#mailsOfKind.take(`${kind} ${recipient}`);
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
