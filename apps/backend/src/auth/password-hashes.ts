import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/bcrypt';
import { AuthError } from './errors.ts';
import { passwordMaximumBytes } from './password-strength.ts';

/** GoTrue's cost, about 60 ms of one core; hashes move with their accounts. */
const cost = 10;

/** At once: bcrypt runs in libuv's four threads, which reading and writing files needs too. */
const maximumRunning = 2;

/** Waiting: some seconds of work. More than that is better told to come back. */
const maximumWaiting = 100;

/** Makes and checks bcrypt hashes off the main thread, a bounded number at a time. */
export class PasswordHashes {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** Of a password that nobody has, for accounts that do not exist. */
  readonly #decoy = this.hash(randomBytes(16).toString('base64url'));

  /** @throws {AuthError} `over_request_rate_limit` when too many wait already */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, { cost, version: '2a' }));
  }

  /**
   * Whether the password is the one that was hashed. Without a hash it takes
   * just as long and the answer is no, so that time does not tell whether an
   * account exists.
   * @throws {AuthError} `over_request_rate_limit` when too many wait already
   */
  async verify(password: string, passwordHash: string | null): Promise<boolean> {
    const against = passwordHash || (await this.#decoy);
    const matches = await this.#inTurn(() => verify(password, against));
    // Longer ones were never accepted; bcrypt would compare their beginning.
    return matches && Boolean(passwordHash) && Buffer.byteLength(password) <= passwordMaximumBytes;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= maximumRunning) {
      if (this.#waiting.length >= maximumWaiting) {
        throw new AuthError('over_request_rate_limit', 'Request rate limit reached', {
          headers: { 'Retry-After': '5' },
        });
      }
      // Whoever finishes hands over its place, so the number of running ones stays.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
