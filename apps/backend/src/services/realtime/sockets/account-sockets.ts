import { refusals } from '../errors.ts';

/** Which sockets each account's channels are on. */
export class AccountSockets {
  readonly #sockets = new Map<string, Map<object, number>>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts a channel of an account on a socket.
   * @throws {Refusal} when the account is on too many sockets already
   */
  add(account: string, socket: object): void {
    const sockets = this.#sockets.get(account) ?? new Map<object, number>();
    if (!sockets.has(socket) && sockets.size >= this.#most) throw refusals.tooManyUsers();
    sockets.set(socket, (sockets.get(socket) ?? 0) + 1);
    this.#sockets.set(account, sockets);
  }

  remove(account: string, socket: object): void {
    const sockets = this.#sockets.get(account);
    const left = (sockets?.get(socket) ?? 0) - 1;
    if (left > 0) sockets?.set(socket, left);
    else sockets?.delete(socket);
    if (sockets?.size === 0) this.#sockets.delete(account);
  }
}
