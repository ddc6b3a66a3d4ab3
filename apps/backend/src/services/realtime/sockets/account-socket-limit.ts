import { Counts } from '../../../lib/counts.ts';
import { refusals } from '../errors.ts';

/** Limits the sockets that one account's channels are on. */
export class AccountSocketLimit {
  readonly #maximum: number;
  readonly #sockets = new Counts();
  /** By account and socket. */
  readonly #channels = new Counts();

  /** @param maximum sockets of one account */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /**
   * Counts a channel of an account on a socket.
   * @throws {Refusal} when the account is on too many sockets already
   */
  add(account: string, socket: string): void {
    const key = `${account} ${socket}`;
    if (this.#channels.of(key) === 0) {
      if (this.#sockets.of(account) >= this.#maximum) throw refusals.tooManyUsers();
      this.#sockets.add(account, 1);
    }
    this.#channels.add(key, 1);
  }

  remove(account: string, socket: string): void {
    const key = `${account} ${socket}`;
    this.#channels.add(key, -1);
    if (this.#channels.of(key) === 0) this.#sockets.add(account, -1);
  }
}
