import { GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js';

/** The client of auth-js, which also renews the session when the browser comes back online. */
export class AuthClient extends GoTrueClient {
  constructor(options: GoTrueClientOptions) {
    super(options);
    addEventListener('online', () => {
      // Without this, auth-js would wait a minute after a failed renewal.
      this.lastRefreshFailure = null;
      void this.getSession();
    });
  }
}
