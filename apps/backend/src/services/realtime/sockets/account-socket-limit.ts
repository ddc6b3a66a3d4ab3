import { Counts } from '../../../lib/counts.ts';
import { realtimeErrors } from '../errors.ts';

/** Limits the number of sockets that one account has channels on. */
export class AccountSocketLimit {
  readonly #maximum: number;
  readonly #sockets = new Counts();
  /** By account and socket. */
  readonly #channels = new Counts();

  /** @param maximum the number of sockets that one account may use */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /**
   * Counts a channel of an account on a socket.
   * @throws {RealtimeError} when the account already uses the maximum of sockets
   */
  add(account: string, socket: string): void {
    const key = `${account} ${socket}`;
    if (this.#channels.of(key) === 0) {
      if (this.#sockets.of(account) >= this.#maximum) throw realtimeErrors.tooManyUsers();
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
