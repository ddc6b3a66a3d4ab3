import type { Claims, RequireSession, VerifyToken } from './caller.ts';
import { RequestError } from '../lib/request-error.ts';
import type { AccessTokens } from '../services/auth/tokens/access-token.ts';
import type { LiveSessions } from '../services/auth/sessions/live-sessions.ts';

/** How many verified tokens are remembered at most, about 1 kB each. */
const maximumRemembered = 10_000;

/** Makes what refuses sessions that have ended, and those of accounts that are banned or deleted. */
export const createRequireSession =
  (sessions: LiveSessions): RequireSession =>
  async ({ session_id, sub }) => {
    if (await sessions.isLive(session_id, sub)) return;
    throw new RequestError(
      401,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    );
  };

/**
 * Verifies access tokens for every service. A signature is checked once; from
 * then on until it expires a token costs two look-ups in memory. That its
 * session lives is asked every time.
 */
export const createVerifyToken = (tokens: AccessTokens, sessions: LiveSessions): VerifyToken => {
  const requireSession = createRequireSession(sessions);
  /** In the order of use, the longest unused first. */
  const remembered = new Map<string, Claims>();
  let rememberedFor = tokens.keys.version;

  const read = async (token: string): Promise<Claims> => {
    const { version } = tokens.keys;
    if (version !== rememberedFor) {
      remembered.clear();
      rememberedFor = version;
    }
    const known = remembered.get(token);
    if (known) remembered.delete(token);
    const claims = known && known.exp * 1000 > Date.now() ? known : await tokens.read(token);
    if (version !== tokens.keys.version) return tokens.read(token);
    remembered.set(token, claims);
    if (remembered.size > maximumRemembered) {
      const oldest = remembered.keys().next();
      if (!oldest.done) remembered.delete(oldest.value);
    }
    return claims;
  };

  return async (token) => {
    const claims = await read(token);
    await requireSession(claims);
    return claims;
  };
};
