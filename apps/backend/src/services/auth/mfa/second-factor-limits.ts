import { RateLimit } from '../../../lib/rate-limit.ts';
import { RequestError } from '../../../lib/request-error.ts';
import { AuthError } from '../errors.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Rate limits of enrolments, challenges and codes of second factors, and of text messages. */
export class SecondFactorLimits {
  readonly enrolmentsPerAccount = new RateLimit(30, 10 * minute);
  readonly challengesPerAccount = new RateLimit(30, 5 * minute);

  // Three of a million codes are valid at a time. Trying one requires a session, so that another
  // account's limit cannot be used up without its password.
  readonly #wrongCodesPerFactor = new RateLimit(5, 5 * minute);
  readonly #wrongCodesPerAccount = new RateLimit(50, day);
  readonly #smsPerAccount = new RateLimit(10, hour);
  readonly #smsPerUnverifiedNumber = new RateLimit(5, hour);
  readonly #unverifiedSmsPerAddress = new RateLimit(30, hour);

  /**
   * Runs the check of a second factor's code; only wrong codes count.
   * @param check returns null for a wrong code
   * @throws {RequestError} 429
   */
  async tryCode<T>(factorId: string, userId: string, check: () => Promise<T | null>) {
    this.#wrongCodesPerAccount.take(userId);
    try {
      this.#wrongCodesPerFactor.take(factorId);
    } catch (error) {
      this.#wrongCodesPerAccount.giveBack(userId);
      throw error;
    }
    let wasWrong = false;
    try {
      const outcome = await check();
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
   * Counts a text message, which costs money. A message to an unverified number may also annoy another
   * person or be fraud against the operator, so it is counted by number and by the client's address too.
   * One to a verified number is counted only by account, so that strangers cannot use up the messages
   * that its owner needs to sign in.
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

/** @param seconds until the next message may be sent */
export const tooManySms = (seconds: number): AuthError =>
  new AuthError(
    'over_sms_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
