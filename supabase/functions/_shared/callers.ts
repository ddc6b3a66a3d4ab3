import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { isRecord } from './record.ts';
import { RequestError } from './request-error.ts';

/** A signed-in account that calls a function. */
export interface Caller {
  readonly id: string;
  /** The session of the token. */
  readonly sessionId: string;
  /** The header that sends requests as this account. */
  readonly authorization: string;
  /** Whether the account has a verified second factor. */
  readonly hasSecondFactor: boolean;
  readonly aal: 'aal1' | 'aal2';
  /** The time of the last authentication, seconds since 1970; 0 if the token has none. */
  readonly authenticatedAt: number;
}

/** The audience of a signed-in account's tokens. */
const AUDIENCE = 'authenticated';

/** Codes of jose's errors about the key set, which say nothing about the token. */
const KEY_SET_FAILURES = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);

const unauthorized = (cause?: unknown) =>
  new RequestError(401, 'unauthorized', 'Only accounts that are signed in can call this.', {
    cause,
  });

const unavailable = (cause?: unknown) =>
  new RequestError(503, 'unavailable', 'The server did not respond. Please try again.', { cause });

const isVerified = (factor: unknown): boolean => isRecord(factor) && factor.status === 'verified';

/**
 * Checks the callers of functions that are for signed-in accounts. Such functions have
 * `verify_jwt = false`: the gateway of hosted Supabase does not accept ES256 tokens, and accepts the
 * public key, which is no account.
 */
export class Callers {
  readonly #url: string;
  readonly #publishableKey: string;
  readonly #keySet: ReturnType<typeof createRemoteJWKSet>;

  constructor(url: string, publishableKey: string) {
    this.#url = url;
    this.#publishableKey = publishableKey;
    // Without a pause between requests, so that tokens of a new key are accepted at once.
    this.#keySet = createRemoteJWKSet(new URL(`${url}/auth/v1/.well-known/jwks.json`), {
      cooldownDuration: 0,
    });
  }

  /**
   * The account that sends a request: its token is signed by the server, for signed-in accounts, has not
   * expired, and its session has not ended.
   * @throws {RequestError} `unauthorized`; `unavailable` if the server does not respond
   */
  async require(request: Request): Promise<Caller> {
    const authorization = request.headers.get('authorization') ?? '';
    const claims = await this.#verify(authorization.replace(/^bearer /i, ''));
    const user = await this.#findUser(authorization);
    if (user.id !== claims.sub) throw unauthorized();
    const factors: unknown[] = Array.isArray(user.factors) ? user.factors : [];
    const methods: unknown[] = Array.isArray(claims.amr) ? claims.amr : [];
    const times = methods.map((method) =>
      isRecord(method) && typeof method.timestamp === 'number' ? method.timestamp : 0,
    );
    return {
      id: user.id,
      sessionId: String(claims.session_id),
      authorization,
      hasSecondFactor: factors.some(isVerified),
      aal: claims.aal === 'aal2' ? 'aal2' : 'aal1',
      authenticatedAt: Math.max(0, ...times),
    };
  }

  async #verify(token: string) {
    try {
      // The key of the older HS256 tokens is secret: the auth service verifies these, in the next step.
      if (decodeProtectedHeader(token).alg?.startsWith('HS')) {
        const claims = decodeJwt(token);
        if (claims.aud !== AUDIENCE) throw unauthorized();
        return claims;
      }
      const { payload } = await jwtVerify(token, this.#keySet, { audience: AUDIENCE });
      return payload;
    } catch (cause) {
      if (cause instanceof RequestError) throw cause;
      const isOfKeySet =
        cause instanceof errors.JOSEError
          ? KEY_SET_FAILURES.has(cause.code)
          : isNetworkError(cause);
      throw isOfKeySet ? unavailable(cause) : unauthorized(cause);
    }
  }

  /** Asks the auth service, which knows whether the session has ended. */
  async #findUser(authorization: string): Promise<{ id: string; factors: unknown }> {
    const headers = { apikey: this.#publishableKey, authorization };
    const response = await fetch(`${this.#url}/auth/v1/user`, { headers }).catch(
      (cause: unknown) => {
        throw unavailable(cause);
      },
    );
    const user: unknown = await response.json().catch(() => null);
    if (response.status === 401 || response.status === 403) throw unauthorized();
    if (!response.ok || !isRecord(user) || typeof user.id !== 'string') throw unavailable();
    return { id: user.id, factors: user.factors };
  }
}

/** Whether the server could not be reached; jose throws a TypeError for a malformed token, too. */
const isNetworkError = (cause: unknown): boolean =>
  cause instanceof TypeError && /fetch|network|connect|sending request/i.test(cause.message);
