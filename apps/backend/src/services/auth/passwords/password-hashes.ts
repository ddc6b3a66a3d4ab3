import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/bcrypt';
import { operator, type Client } from '../../../identity/client.ts';
import { ConcurrencyLimit, type ConcurrencyRules } from '../../../lib/concurrency-limit.ts';
import { normalizePassword, passwordFits } from './password-strength.ts';

/** bcrypt's cost, about 60 ms of one core. It is GoTrue's, since hashes move with their accounts. */
const cost = 10;

/** Creates and checks bcrypt hashes off the main thread, with a limit on how many each client has at once. */
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
    return this.#concurrency.run(client, () =>
      hash(normalizePassword(password), { cost, version: '2a' }),
    );
  }

  /**
   * Whether the password has this hash: as sent, as it is hashed now, or decomposed, as some devices sent
   * it when older hashes were made. Without a hash it is false after the same time, so that the time
   * does not reveal whether an account exists.
   * @throws {RequestError} 429 or 503 if the client must wait too long
   */
  async verify(password: string, passwordHash: string | null, client: Client): Promise<boolean> {
    const against = passwordHash || (await this.#dummyHash);
    const forms = new Set([password, normalizePassword(password), password.normalize('NFD')]);
    for (const form of forms) {
      const matches = await this.#concurrency.run(client, () => verify(form, against));
      // No longer password is ever accepted, and bcrypt would compare only its first bytes.
      if (matches && passwordHash && passwordFits(form)) return true;
    }
    return false;
  }
}
