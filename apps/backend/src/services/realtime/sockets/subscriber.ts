import { decodeJwt } from 'jose';
import type { Claims, Role, VerifyToken } from '../../../identity/caller.ts';
import { RequestError } from '../../../lib/request-error.ts';
import { realtimeErrors } from '../errors.ts';

/** The caller on whose behalf a channel is subscribed. */
export interface Subscriber {
  readonly role: Role;
  /** The token's claims as JSON, as policies read them. Equal texts are the same subscriber. */
  readonly claims: string;
  /** Null for a bare api key. */
  readonly account: string | null;
  readonly sessionId: string | null;
  /** When the token expires, ms since 1970; null for a bare api key. */
  readonly expiresAt: number | null;
}

/**
 * The longest token, characters: the limit of Node on all headers of an HTTP request together.
 * Policies parse the claims again for each change.
 */
const tokenLength = 16 * 1024;

/** The subscriber of a channel that has an api key and no token. */
const keySubscriber = (role: Role): Subscriber => ({
  role,
  claims: JSON.stringify({ role }),
  account: null,
  sessionId: null,
  expiresAt: null,
});

const secondsSince = (time: number): number => Math.max(0, Math.floor((Date.now() - time) / 1000));

const readExpiry = (token: string): number | null => {
  try {
    const { exp } = decodeJwt(token);
    return exp === undefined ? null : exp * 1000;
  } catch {
    return null;
  }
};

const toRefusal = (error: unknown, token: string): unknown => {
  if (!(error instanceof RequestError)) return error;
  const expiry = readExpiry(token);
  if (error.code === 'jwt_expired')
    return realtimeErrors.expired(secondsSince(expiry ?? Date.now()));
  if (error.code === 'session_not_found') return realtimeErrors.sessionEnded();
  if (error.code === 'bad_jwt')
    return expiry === null ? realtimeErrors.malformed() : realtimeErrors.signature();
  return error;
};

const fromClaims = (claims: Claims): Subscriber => ({
  role: claims.role,
  claims: JSON.stringify(claims),
  account: claims.sub,
  sessionId: claims.session_id,
  expiresAt: claims.exp * 1000,
});

/**
 * Verifies an access token. Without a session realtime-js sends the api key instead; then the role of
 * the key that opened the socket applies.
 *
 * @throws {RealtimeError} for a token that is malformed, has expired, or whose session has ended
 */
export async function readSubscriber(
  token: unknown,
  keyRole: Role,
  verifyToken: VerifyToken,
): Promise<Subscriber> {
  if (token === null || token === undefined) return keySubscriber(keyRole);
  if (typeof token !== 'string' || token.length > tokenLength) throw realtimeErrors.malformed();
  if (token.startsWith('sb_')) return keySubscriber(keyRole);
  const claims = await verifyToken(token).catch((error: unknown) => {
    throw toRefusal(error, token);
  });
  // Unlike other services, which tolerate clock skew, a channel ends as soon as its token expires.
  const late = Date.now() - claims.exp * 1000;
  if (late >= 0) throw realtimeErrors.expired(secondsSince(claims.exp * 1000));
  return fromClaims(claims);
}
