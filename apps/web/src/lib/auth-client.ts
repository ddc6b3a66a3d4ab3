import { GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js';

/** The client of auth-js, which also renews the session when the browser comes back online. */
export class AuthClient extends GoTrueClient {
  constructor({ fetch: send = fetch, ...options }: GoTrueClientOptions) {
    super({ ...options, fetch: byOwnClock(send) });
    addEventListener('online', () => {
      // Without this, auth-js would wait a minute after a failed renewal.
      this.lastRefreshFailure = null;
      void this.getSession();
    });
  }
}

/**
 * Lets auth-js compute the end of a session from its lifetime by the clock of this device, and not take it
 * from the server, whose clock may be another one: a device an hour ahead would renew every session at once.
 */
function byOwnClock(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    if (!(body instanceof Object && 'expires_in' in body && 'expires_at' in body)) return response;
    const { expires_at: _byServer, ...session } = body;
    return new Response(JSON.stringify(session), response);
  };
}
