import { errors, jwtVerify, type CryptoKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Claims, RequireSession, VerifyToken } from './caller.ts';
import { RequestError } from '../lib/request-error.ts';
import { tokenAlgorithm, type TokenKeys } from './token-keys.ts';

/** `aud` of every account's tokens. */
export const audience = 'authenticated';

/** How far the clocks of two machines may be apart, seconds. */
const clockTolerance = 5;

/** How many verified tokens are remembered at most, about 1 kB each. */
const maximumRemembered = 10_000;

/** The claims that a token must have; all others are passed on as they are. */
const claimsSchema = z.looseObject({
  sub: z.uuid(),
  role: z.enum(['anon', 'authenticated', 'service_role']),
  session_id: z.uuid(),
  aal: z.enum(['aal1', 'aal2']),
  exp: z.number(),
});

/** Says whether a session has not ended, and its account may use it. */
export interface SessionLiveness {
  isLive(sessionId: string, userId: string): boolean | Promise<boolean>;
}

/** Makes the check that refuses sessions which have ended, and those of banned or deleted accounts. */
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
 * Makes the verification of access tokens that every service uses. A signature is checked once
 * and then remembered until the token expires or the keys are exchanged; that the session is
 * live is asked every time.
 * @param issuer `iss` of the tokens
 */
export const createVerifyToken = (
  keys: TokenKeys,
  issuer: string,
  sessions: SessionLiveness,
): VerifyToken => {
  const requireSession = createRequireSession(sessions);
  const remembered = new LRUCache<string, Claims>({ max: maximumRemembered });
  let rememberedFor = keys.version;

  const read = async (token: string): Promise<Claims> => {
    const { version } = keys;
    if (version !== rememberedFor) {
      remembered.clear();
      rememberedFor = version;
    }
    const known = remembered.get(token);
    if (known && known.exp * 1000 > Date.now()) return known;
    const claims = await readClaims(token, keys, issuer);
    // Keys that were exchanged meanwhile may not verify this token any more.
    if (version !== keys.version) return readClaims(token, keys, issuer);
    remembered.set(token, claims);
    return claims;
  };

  return async (token) => {
    const claims = await read(token);
    await requireSession(claims);
    return claims;
  };
};
