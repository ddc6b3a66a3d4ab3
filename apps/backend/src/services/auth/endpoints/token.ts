import { z } from 'zod';
import type { Endpoint } from '../auth-context.ts';
import { addressKey, readClientInfo } from '../client-info.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { readBody } from '../request-body.ts';
import { sessionResponse } from '../sessions/session-response.ts';
import { AuthError, notServed } from '../errors.ts';
import { passwordGrant } from './password-grant.ts';
import { pkceGrant } from './pkce-grant.ts';

const bodySchema = z.object({
  refresh_token: z.string().min(1, { error: 'refresh_token required' }).max(255),
});

/** `POST /token?grant_type=refresh_token`: exchanges a refresh token for the session's next tokens. */
const refreshTokenGrant: Endpoint = (auth) => async (context) => {
  auth.limits.refreshesPerAddress.take(addressKey(context));
  const { refresh_token: refreshToken } = await readBody(context, bodySchema);
  const { user, grant } = await refreshSession(auth, refreshToken, readClientInfo(context));
  return context.json(await sessionResponse(auth.tokens, user, grant));
};

/** `POST /token?grant_type=…`: issues a session's tokens, by type of grant. */
export const token: Endpoint = (auth) => {
  const grants = {
    password: passwordGrant(auth),
    refresh_token: refreshTokenGrant(auth),
    pkce: pkceGrant(auth),
  };
  return (context) => {
    const type = context.req.query('grant_type');
    if (type === 'password' || type === 'refresh_token' || type === 'pkce') {
      return grants[type](context);
    }
    if (type === 'web3') throw new AuthError('web3_provider_disabled', 'Web3 provider is disabled');
    if (type === 'id_token') throw notServed('grant_type=id_token');
    throw new AuthError('invalid_credentials', 'unsupported_grant_type');
  };
};
