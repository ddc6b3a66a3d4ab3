import { errors, jwtVerify, type CryptoKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Claims, RequireSession, VerifyToken } from './caller.ts';
import { RequestError } from '../lib/request-error.ts';
import { tokenAlgorithm, type TokenKeys } from './token-keys.ts';

/** `aud` of every account's tokens. */
export const audience = 'authenticated';

/** Tolerated difference between the clocks of two machines, seconds. */
const clockTolerance = 5;

/** Size of the cache of verified tokens, of about 1 kB each. */
const maximumCachedTokens = 10_000;

/** The claims that a token must have; others are kept unchanged. */
const claimsSchema = z.looseObject({
  sub: z.uuid(),
  role: z.enum(['anon', 'authenticated', 'service_role']),
  session_id: z.uuid(),
  aal: z.enum(['aal1', 'aal2']),
  exp: z.number(),
});

/** Reports whether a session exists and its account is neither banned nor deleted. */
export interface SessionLiveness {
  isLive(sessionId: string, userId: string): boolean | Promise<boolean>;
}

/** Creates the check that refuses ended sessions and those of banned or deleted accounts. */
export const createRequireSession =
  (sessions: SessionLiveness): RequireSession =>
  async ({ session_id, sub }) => {
    if (await sessions.isLive(session_id, sub)) return;
    throw new RequestError(
      401,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    );
  };

/**
 * Reads a token's claims, after checking signature, times, issuer and audience. Whether its
 * session has ended is not checked.
 * @throws {RequestError} 401 `bad_jwt` or `jwt_expired`
 */
async function readClaims(token: string, keys: TokenKeys, issuer: string): Promise<Claims> {
  const findKey = ({ kid = '' }: { kid?: string }): CryptoKey => {
    const key = keys.find(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  try {
    const { payload } = await jwtVerify(token, findKey, {
      algorithms: [tokenAlgorithm],
      issuer,
      audience,
      clockTolerance,
      requiredClaims: ['sub', 'exp', 'iat'],
    });
    return claimsSchema.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new RequestError(401, 'jwt_expired', 'invalid JWT: token is expired');
    }
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) {
      throw new RequestError(401, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
    }
    throw error;
  }
}

/**
 * Creates the verification of access tokens that every service uses. The result of checking a
 * signature is cached until the token expires or the keys are replaced; the session is checked every time.
 * @param issuer `iss` of the tokens
 */
export const createVerifyToken = (
  keys: TokenKeys,
  issuer: string,
  sessions: SessionLiveness,
): VerifyToken => {
  const requireSession = createRequireSession(sessions);
  const cache = new LRUCache<string, Claims>({ max: maximumCachedTokens });
  let cacheVersion = keys.version;

  const read = async (token: string): Promise<Claims> => {
    const { version } = keys;
    if (version !== cacheVersion) {
      cache.clear();
      cacheVersion = version;
    }
    const cached = cache.get(token);
    if (cached && cached.exp * 1000 > Date.now()) return cached;
    const claims = await readClaims(token, keys, issuer);
    // Keys that were replaced meanwhile may no longer verify this token.
    if (version !== keys.version) return readClaims(token, keys, issuer);
    cache.set(token, claims);
    return claims;
  };

  return async (token) => {
    const claims = await read(token);
    await requireSession(claims);
    return claims;
  };
};
