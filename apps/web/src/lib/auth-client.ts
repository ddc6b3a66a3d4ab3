import { GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js';

/** auth-js' client, which renews a session as soon as there is a network again. */
export class AuthClient extends GoTrueClient {
  constructor(options: GoTrueClientOptions) {
    super(options);
    addEventListener('online', () => {
      // It rests for a minute after a failure; whoever comes back online wants to go on at once.
      this.lastRefreshFailure = null;
      void this.getSession();
    });
  }
}
