import { LRUCache } from 'lru-cache';
import { RateLimit } from '../../lib/rate-limit.ts';
import { RequestError } from '../../lib/request-error.ts';
import { AuthError } from './errors.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How many pairs of account and address are kept; beyond that the least recently used are evicted. */
const maximumFamiliarPairs = 50_000;

/** Kinds of mail that clients may request. Each has its own limit, as in GoTrue. */
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
  /** Mails to the owner of an address with which others sign up. */
  readonly repeatedSignUpMails = new RateLimit(1, 24 * hour);
  /**
   * Notifications of a kind to an address. Anybody can sign up with a stranger's address, and could have hundreds
   * sent there. A real owner has been notified after five.
   */
  readonly notificationMails = new RateLimit(5, 24 * hour);
  readonly updatesPerAccount = new RateLimit(60, 10 * minute);

  readonly #wrongPasswordsPerAddress = new RateLimit(100, 10 * minute);
  readonly #wrongPasswordsOfAccountAtAddress = new RateLimit(10, 10 * minute);
  /**
   * Far more than a person's typing errors. An attacker who reaches it from many addresses locks out
   * only addresses from which nobody has signed in to the account.
   */
  readonly #wrongPasswordsOfAccount = new RateLimit(200, hour);
  /** A code has six digits: this limit allows trying 0.01 % of all codes in ten hours. */
  readonly #wrongMailedCodes = new RateLimit(10, hour);
  readonly #mailsOfKind = new RateLimit(1, minute);
  readonly #mailsPerRecipient = new RateLimit(20, hour);
  /** Pairs of an account and an address from which it was signed in to. */
  readonly #familiar = new LRUCache<string, true>({ max: maximumFamiliarPairs });

  /**
   * Runs the check of a password; only wrong passwords count: for the account at this address, for
   * the address, and for the account at all addresses. The last limit does not apply to addresses that
   * have sent the right password before, so that guesses from elsewhere do not lock the owner out.
   * @param account a key of the account, which need not exist
   * @throws {RequestError} 429
   */
  async tryPassword(account: string, address: string, check: () => Promise<boolean>) {
    const pair = `${account} ${address}`;
    const taken: (() => void)[] = [];
    const take = (limit: RateLimit, key: string) => {
      limit.take(key);
      taken.push(() => limit.giveBack(key));
    };
    take(this.#wrongPasswordsPerAddress, address);
    take(this.#wrongPasswordsOfAccountAtAddress, pair);
    if (!this.#familiar.has(pair)) take(this.#wrongPasswordsOfAccount, account);
    const isRight = await check();
    if (isRight) {
      for (const giveBack of taken) giveBack();
      this.#familiar.set(pair, true);
    }
    return isRight;
  }

  /**
   * Runs the check of a mailed code; only checks that throw count.
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
   * @param recipient an address, which need not have an account
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
