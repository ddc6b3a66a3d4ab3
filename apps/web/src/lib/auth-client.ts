import { GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js';
import { errorCode } from './backend-error.ts';
import { storeSessionEnd } from './session-end.ts';
import { readStoredSession } from './stored-session.ts';

type AuthClientOptions = GoTrueClientOptions & { url: string; storageKey: string };

/** The code of an error response of the auth service. @param response is not consumed */
async function refusalOf(response: Response): Promise<string | undefined> {
  if (response.status < 400 || response.status >= 500) return undefined;
  const body: unknown = await response.clone().json();
  // The newest version of the API has the code in `code`, where earlier ones have the status.
  return body instanceof Object && 'error_code' in body
    ? errorCode({ code: body.error_code })
    : errorCode(body);
}

/**
 * The client of auth-js, which also renews the session when the browser comes back online, and stores why
 * the server has ended the session.
 */
export class AuthClient extends GoTrueClient {
  constructor(options: AuthClientOptions) {
    const { storageKey } = options;
    const send = byOwnClock(options.fetch ?? fetch);
    const refreshUrl = `${options.url}/token?grant_type=refresh_token`;
    /** The latest refusal to renew the session. auth-js keeps the session until its access token expires. */
    let refusal: string | undefined;

    /** Asks for a renewal of a session that is gone, since only the answer to that says why. */
    const askForReason = async () => {
      const { session } = { session: null, ...readStoredSession(storageKey) };
      const body = JSON.stringify({ refresh_token: session?.refresh_token });
      const headers = { ...options.headers, 'Content-Type': 'application/json' };
      return refusalOf(await send(refreshUrl, { method: 'POST', headers, body }));
    };

    super({
      ...options,
      fetch: async (input, init) => {
        const response = await send(input, init);
        const isRefresh = input === refreshUrl;
        if (isRefresh && response.ok) refusal = undefined;
        try {
          const code = response.ok ? undefined : await refusalOf(response);
          if (isRefresh) refusal = code ?? refusal;
          else if (code === 'session_not_found') {
            refusal = code;
            refusal = (await askForReason()) ?? code;
          }
        } catch {
          // auth-js handles a response that is not the auth service's.
        }
        return response;
      },
    });
    this.onAuthStateChange((event) => {
      if (event !== 'SIGNED_IN' && event !== 'SIGNED_OUT') return;
      if (event === 'SIGNED_IN') storeSessionEnd(storageKey, null);
      else if (refusal !== undefined) storeSessionEnd(storageKey, refusal);
      refusal = undefined;
    });
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
