import type { Endpoint } from '../auth-context.ts';
import { AuthError } from '../errors.ts';
import { passwordGrant } from './password-grant.ts';
import { pkceGrant } from './pkce-grant.ts';
import { refreshTokenGrant } from './refresh-token-grant.ts';

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
    if (type === 'id_token') {
      throw new AuthError('feature_disabled', 'grant_type=id_token is not served here');
    }
    throw new AuthError('invalid_credentials', 'unsupported_grant_type');
  };
};
