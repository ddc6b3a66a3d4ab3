import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/bcrypt';
import { operator, type Client } from '../../../identity/client.ts';
import { ConcurrencyLimit, type ConcurrencyRules } from '../../../lib/concurrency-limit.ts';
import { passwordMaximumBytes } from './password-strength.ts';

/** GoTrue's cost, about 60 ms of one core; hashes move with their accounts. */
const cost = 10;

/** Makes and checks bcrypt hashes off the main thread, so many at a time, each client's in its turn. */
export class PasswordHashes {
  readonly #turns: ConcurrencyLimit;
  /** Of a password that nobody has, for accounts that do not exist. */
  readonly #decoy: Promise<string>;

  constructor(rules: ConcurrencyRules) {
    this.#turns = new ConcurrencyLimit(rules);
    this.#decoy = this.hash(randomBytes(16).toString('base64url'), operator);
  }

  /** @throws {RequestError} 429 or 503 when the client's turn does not come */
  hash(password: string, client: Client): Promise<string> {
    return this.#turns.run(client, () => hash(password, { cost, version: '2a' }));
  }

  /**
   * Whether the password is the one that was hashed. Without a hash it takes
   * just as long and the answer is no, so that time does not tell whether an
   * account exists.
   * @throws {RequestError} 429 or 503 when the client's turn does not come
   */
  async verify(password: string, passwordHash: string | null, client: Client): Promise<boolean> {
    const against = passwordHash || (await this.#decoy);
    const matches = await this.#turns.run(client, () => verify(password, against));
    // Longer ones were never accepted; bcrypt would compare their beginning.
    return matches && Boolean(passwordHash) && Buffer.byteLength(password) <= passwordMaximumBytes;
  }
}
