import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/bcrypt';
import { operator, type Client } from '../../../identity/client.ts';
import { ConcurrencyLimit, type ConcurrencyRules } from '../../../lib/concurrency-limit.ts';
import { passwordMaximumBytes } from './password-strength.ts';

/** bcrypt's cost, about 60 ms of one core. It is GoTrue's, since hashes move with their accounts. */
const cost = 10;

/** Makes and checks bcrypt hashes off the main thread; how many at once is limited by client. */
export class PasswordHashes {
  readonly #concurrency: ConcurrencyLimit;
  /** The hash of a random password, which is compared for accounts that do not exist. */
  readonly #dummyHash: Promise<string>;

  constructor(rules: ConcurrencyRules) {
    this.#concurrency = new ConcurrencyLimit(rules);
    this.#dummyHash = this.hash(randomBytes(16).toString('base64url'), operator);
  }

  /** @throws {RequestError} 429 or 503 if the client must wait too long */
  hash(password: string, client: Client): Promise<string> {
    return this.#concurrency.run(client, () => hash(password, { cost, version: '2a' }));
  }

  /**
   * Whether the password has this hash. Without a hash the answer is no and takes as long, so that
   * its time does not tell whether an account exists.
   * @throws {RequestError} 429 or 503 if the client must wait too long
   */
  async verify(password: string, passwordHash: string | null, client: Client): Promise<boolean> {
    const against = passwordHash || (await this.#dummyHash);
    const matches = await this.#concurrency.run(client, () => verify(password, against));
    // No longer password was ever accepted, and bcrypt compares only its first bytes.
    return matches && Boolean(passwordHash) && Buffer.byteLength(password) <= passwordMaximumBytes;
  }
}
