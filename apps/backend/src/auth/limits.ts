import { RateLimit } from '../http/rate-limit.ts';
import { RequestError } from '../http/request-error.ts';
import { AuthError } from './errors.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How often things may be tried. Bursts are generous: a school or an office has one address. */
export class Limits {
  readonly signUpsPerAddress = new RateLimit(200, hour);
  readonly refreshesPerAddress = new RateLimit(600, 5 * minute);
  readonly verificationsPerAddress = new RateLimit(30, 5 * minute);
  readonly updatesPerAccount = new RateLimit(60, 10 * minute);
  readonly enrolmentsPerAccount = new RateLimit(30, 10 * minute);
  readonly challengesPerAccount = new RateLimit(30, 5 * minute);

  readonly #wrongPasswordsPerAccount = new RateLimit(20, 10 * minute);
  readonly #wrongPasswordsPerAddress = new RateLimit(100, 10 * minute);
  readonly #mailsPerRecipient = new RateLimit(1, minute);
  // A code is one of a million, and three of them are right at a time. To try at all takes the
  // password, so that nobody can use this up for someone else without it.
  readonly #wrongCodesPerFactor = new RateLimit(5, 5 * minute);
  readonly #wrongCodesPerAccount = new RateLimit(50, day);
  readonly #smsPerAccount = new RateLimit(10, hour);
  readonly #smsPerUnverifiedNumber = new RateLimit(5, hour);
  readonly #unverifiedSmsPerAddress = new RateLimit(30, hour);

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

  /**
   * Runs a try at the code of a second factor; only wrong ones count.
   * @throws {RequestError} 429
   */
  async tryCode<T>(factorId: string, userId: string, work: () => Promise<T | null>) {
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
