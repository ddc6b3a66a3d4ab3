import { decodeJwt } from 'jose';
import type { Claims, Role, VerifyToken } from '../../../identity/caller.ts';
import { RequestError } from '../../../lib/request-error.ts';
import { refusals } from '../errors.ts';

/** On whose behalf a channel listens. */
export interface Subscriber {
  readonly role: Role;
  /** What policies read of the token, as JSON. The same text is the same subscriber. */
  readonly claims: string;
  /** Null for a bare api key. */
  readonly account: string | null;
  readonly sessionId: string | null;
  /** When the token runs out, ms since 1970; never for a bare api key. */
  readonly expiresAt: number | null;
}

/**
 * The longest token, characters: all headers of an HTTP request together may be as long in Node.
 * Policies read its claims again for each change.
 */
const tokenLength = 16 * 1024;

/** Who speaks with an api key alone. */
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
  if (error.code === 'jwt_expired') return refusals.expired(secondsSince(expiry ?? Date.now()));
  if (error.code === 'session_not_found') return refusals.sessionEnded();
  if (error.code === 'bad_jwt')
    return expiry === null ? refusals.malformed() : refusals.signature();
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
 * Finds out who an access token speaks for. realtime-js sends the api key when nobody is
 * signed in; then the key with which the socket was opened speaks.
 *
 * @throws {Refusal} for a token that is none, has expired, or whose session has ended
 */
export async function readSubscriber(
  token: unknown,
  keyRole: Role,
  verifyToken: VerifyToken,
): Promise<Subscriber> {
  if (token === null || token === undefined) return keySubscriber(keyRole);
  if (typeof token !== 'string' || token.length > tokenLength) throw refusals.malformed();
  if (token.startsWith('sb_')) return keySubscriber(keyRole);
  const claims = await verifyToken(token).catch((error: unknown) => {
    throw toRefusal(error, token);
  });
  // Other services allow for clocks that differ; a channel ends on the second.
  const late = Date.now() - claims.exp * 1000;
  if (late >= 0) throw refusals.expired(secondsSince(claims.exp * 1000));
  return fromClaims(claims);
}
