import { randomUUID } from 'node:crypto';
import { fragment } from '../../../database/fragment.ts';
import type { TransactionSql } from '../../../database/sql.ts';
import type { MethodReference, TokenSession, AccessTokens } from '../tokens/access-token.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientInfo } from '../client-info.ts';
import { invalidCredentials } from '../errors.ts';
import { instanceId, type User, userJson } from '../accounts/users.ts';

/** Ways to sign in, by GoTrue's names. */
export type SignInMethod = 'password' | 'otp' | 'oauth';

/** Methods of second factors; with one of them a session is `aal2`. */
const secondFactorMethods: ReadonlySet<string> = new Set(['totp', 'mfa/phone', 'mfa/webauthn']);

export const assuranceLevelOf = (amr: readonly MethodReference[]): TokenSession['aal'] =>
  amr.some(({ method }) => secondFactorMethods.has(method)) ? 'aal2' : 'aal1';

/** A session with its current refresh token. */
export interface SessionGrant {
  readonly session: TokenSession;
  readonly refreshToken: string;
}

/**
 * Starts a session of an account that has just signed in.
 * @throws {AuthError} `invalid_credentials` when the password was changed since the account was read
 */
export async function startSession(
  { refreshTokenFormat }: AuthContext,
  sql: TransactionSql,
  user: User,
  method: SignInMethod,
  client: ClientInfo,
): Promise<SessionGrant> {
  const id = randomUUID();
  const refreshToken = refreshTokenFormat.create(id);
  // A change of password locks the user's row too: either it ends this session, or this statement reads
  // the new password and starts none.
  const [row] = await sql<{ started: number }[]>`
    with session as (
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
      values (${id}, ${user.id}, now(), now(), 'aal1', ${client.userAgent}, ${client.address})
    ), reference as (
      insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id)
      values (${id}, now(), now(), ${method}, ${randomUUID()})
    ), token as (
      insert into auth.refresh_tokens
        (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
      values (${instanceId}, ${refreshToken}, ${user.id}, false, now(), now(), '', ${id})
    )
    update auth.users set last_sign_in_at = now(), updated_at = now()
    where id = ${user.id} and encrypted_password is not distinct from ${user.encrypted_password}
    returning floor(extract(epoch from now()))::int as started`;
  if (!row) throw invalidCredentials();
  const amr = [{ method, timestamp: row.started }];
  return { session: { id, aal: assuranceLevelOf(amr), amr }, refreshToken };
}

/** The sessions of an account that a sign-out ends. */
export type SignOutScope = 'global' | 'local' | 'others';

/**
 * Ends sessions of an account, and deletes their refresh tokens with them.
 * @param sessionId the session that signs out
 * @returns the ids of the ended sessions, which LiveSessions must forget after the commit
 */
export async function endSessions(
  sql: TransactionSql,
  userId: string,
  scope: SignOutScope,
  sessionId: string,
): Promise<string[]> {
  const which = {
    global: fragment``,
    local: fragment`and id = ${sessionId}`,
    others: fragment`and id <> ${sessionId}`,
  }[scope];
  const rows = await sql<{ id: string }[]>`
    delete from auth.sessions where user_id = ${userId} ${which} returning id`;
  return rows.map(({ id }) => id);
}

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
