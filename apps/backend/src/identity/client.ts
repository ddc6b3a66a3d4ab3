import type { Role } from './caller.ts';
import type { GatewayContext } from '../http/service.ts';
import { clientKey } from './client-key.ts';

/** Whom limits count a request or a connection for. */
export interface Client {
  /** The address, as `clientKey` writes it. */
  readonly address: string;
  /** The account's id; null for visitors. */
  readonly account: string | null;
  /** Aborts when the client has closed its connection: nothing is done for it from then on. */
  readonly hungUp?: (() => AbortSignal) | undefined;
}

/** Whoever has the secret key, and the backend itself: one client, wherever its requests come from. */
export const operator: Client = { address: 'operator', account: null };

/** The client of a request, as far as its address tells. */
export const readClientOf = (context: GatewayContext): Client => ({
  address: context.get('isOwn') ? operator.address : clientKey(context.get('clientAddress')),
  account: null,
  // Asked for only where something is waited for: each costs an AbortController.
  hungUp: () => context.req.raw.signal,
});

/** The same client, once it is known on whose behalf it acts. */
export const identified = (client: Client, role: Role, account: string | null): Client =>
  role === 'service_role'
    ? { ...client, address: operator.address }
    : account === null
      ? client
      : { ...client, account };
