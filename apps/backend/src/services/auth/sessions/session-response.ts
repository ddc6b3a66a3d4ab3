import type { AccessTokens } from '../tokens/access-token.ts';
import type { SessionGrant } from './sessions.ts';
import { userJson, type User } from '../accounts/users.ts';

/** The response to a sign-in or a refresh, in GoTrue's shape. */
export async function sessionResponse(tokens: AccessTokens, user: User, grant: SessionGrant) {
  const { token, expiresIn, expiresAt } = await tokens.sign(user, grant.session);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: grant.refreshToken,
    user: userJson(user),
  };
}
