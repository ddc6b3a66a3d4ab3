import { LRUCache } from 'lru-cache';
import { RateLimit } from '../../lib/rate-limit.ts';
import { RequestError } from '../../lib/request-error.ts';
import { AuthError } from './errors.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How many pairs of account and address are remembered at most as familiar. */
const maximumFamiliar = 50_000;

/** Mails that may be asked for; how often is counted for each kind, as GoTrue does. */
type MailKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication';

/** How often things may be tried. Bursts are generous: a school or an office has one address. */
export class AuthRateLimits {
  readonly signUpsPerAddress = new RateLimit(200, hour);
  readonly refreshesPerAddress = new RateLimit(600, 5 * minute);
  readonly flowsPerAddress = new RateLimit(300, 5 * minute);
  readonly exchangesPerAddress = new RateLimit(600, 5 * minute);
  readonly verificationsPerAddress = new RateLimit(30, 5 * minute);
  readonly mailRequestsPerAddress = new RateLimit(30, 5 * minute);
  readonly updatesPerAccount = new RateLimit(60, 10 * minute);
  readonly enrolmentsPerAccount = new RateLimit(30, 10 * minute);
  readonly challengesPerAccount = new RateLimit(30, 5 * minute);

  readonly #wrongPasswordsPerAddress = new RateLimit(100, 10 * minute);
  readonly #wrongPasswordsHere = new RateLimit(10, 10 * minute);
  /** Far above what a person mistypes: whoever fills it from many addresses shuts out strangers only. */
  readonly #wrongPasswordsElsewhere = new RateLimit(200, hour);
  /** A code has six digits: at this rate a tenth of a per mille of them is tried in ten hours. */
  readonly #wrongMailedCodes = new RateLimit(10, hour);
  readonly #mailsOfKind = new RateLimit(1, minute);
  readonly #mailsPerRecipient = new RateLimit(20, hour);
  /** Pairs of an account and an address that someone has signed in from. */
  readonly #familiar = new LRUCache<string, true>({ max: maximumFamiliar });
  // A code is one of a million, and three of them are right at a time. To try at all takes the
  // password, so that nobody can use this up for someone else without it.
  readonly #wrongCodesPerFactor = new RateLimit(5, 5 * minute);
  readonly #wrongCodesPerAccount = new RateLimit(50, day);
  readonly #smsPerAccount = new RateLimit(10, hour);
  readonly #smsPerUnverifiedNumber = new RateLimit(5, hour);
  readonly #unverifiedSmsPerAddress = new RateLimit(30, hour);

  /**
   * Runs a try at a password; only wrong ones count. They count for the account
   * at this address, for the address, and for the account wherever they come
   * from; the last does not touch addresses that knew the password before, so
   * that guessing from elsewhere does not lock the owner out.
   * @param account any name for the account, whether it exists or not
   * @throws {RequestError} 429
   */
  async tryPassword(account: string, address: string, work: () => Promise<boolean>) {
    const here = `${account} ${address}`;
    const taken: (() => void)[] = [];
    const take = (limit: RateLimit, key: string) => {
      limit.take(key);
      taken.push(() => limit.giveBack(key));
    };
    take(this.#wrongPasswordsPerAddress, address);
    take(this.#wrongPasswordsHere, here);
    if (!this.#familiar.has(here)) take(this.#wrongPasswordsElsewhere, account);
    const right = await work();
    if (right) {
      for (const giveBack of taken) giveBack();
      this.#familiar.set(here, true);
    }
    return right;
  }

  /**
   * Runs a try at a mailed code; those that throw count.
   * @param account the account's id, or the address that the code was mailed to
   * @throws {RequestError} 429
   */
  async tryMailedCode<T>(account: string, work: () => Promise<T>): Promise<T> {
    this.#wrongMailedCodes.take(account);
    const result = await work();
    this.#wrongMailedCodes.giveBack(account);
    return result;
  }

  /**
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

  /**
   * Runs a try at the code of a second factor; only wrong ones count.
   * @throws {RequestError} 429
   */
  async trySecondFactorCode<T>(factorId: string, userId: string, work: () => Promise<T | null>) {
    this.#wrongCodesPerAccount.take(userId);
    try {
      this.#wrongCodesPerFactor.take(factorId);
    } catch (error) {
      this.#wrongCodesPerAccount.giveBack(userId);
      throw error;
    }
    let wasWrong = false;
    try {
      const outcome = await work();
      wasWrong = outcome === null;
      return outcome;
    } finally {
      if (!wasWrong) {
        this.#wrongCodesPerAccount.giveBack(userId);
        this.#wrongCodesPerFactor.giveBack(factorId);
      }
    }
  }

  /**
   * Text messages cost money. One to a number that has not been verified may
   * also bother a stranger, or serve who is paid for it; one to a verified number
   * is counted by account alone, or else strangers could use up what its owner
   * needs to sign in.
   * @throws {AuthError} `over_sms_send_rate_limit`
   */
  takeSms(userId: string, phone: string, isVerified: boolean, address: string): void {
    try {
      this.#smsPerAccount.take(userId);
      if (isVerified) return;
      this.#unverifiedSmsPerAddress.take(address);
      this.#smsPerUnverifiedNumber.take(phone);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      throw tooManySms(Number(error.headers['Retry-After']));
    }
  }
}

/** @param seconds until the next one may be sent */
export const tooManySms = (seconds: number): AuthError =>
  new AuthError(
    'over_sms_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
