/** Whom limits count a request or a connection for. */
export interface Client {
  /** The address, as `clientKey` writes it. */
  readonly address: string;
  /** The account's id; null for an anonymous caller. */
  readonly account: string | null;
  /** A signal that aborts when the client has closed its connection. */
  readonly disconnected?: (() => AbortSignal) | undefined;
}

/** Callers with the secret key, and the backend itself: one client, wherever its requests come from. */
export const operator: Client = { address: 'operator', account: null };
