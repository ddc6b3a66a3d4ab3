import { randomUUID } from 'node:crypto';
import { fragment } from '../../../database/fragment.ts';
import type { TransactionSql } from '../../../database/sql.ts';
import type { MethodReference, TokenSession } from '../tokens/access-token.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientInfo } from '../client-info.ts';
import { invalidCredentials } from '../errors.ts';
import { instanceId, type User } from '../accounts/users.ts';

/** Ways to prove who one is, by GoTrue's names. */
export type Method = 'password' | 'otp' | 'oauth' | 'recovery' | 'email/signup' | 'email_change';

/** Ways that need a second factor; with one of them a session is `aal2`. */
const secondFactors: ReadonlySet<string> = new Set(['totp', 'mfa/phone', 'mfa/webauthn']);

export const assuranceLevelOf = (amr: readonly MethodReference[]): TokenSession['aal'] =>
  amr.some(({ method }) => secondFactors.has(method)) ? 'aal2' : 'aal1';

/** A session with the refresh token that continues it. */
export interface SessionGrant {
  readonly session: TokenSession;
  readonly refreshToken: string;
}

/**
 * Starts a session of an account that has just proved who it is.
 * @throws {AuthError} `invalid_credentials` when the password was changed since the account was read
 */
export async function startSession(
  { refreshTokens }: AuthContext,
  sql: TransactionSql,
  user: User,
  method: Method,
  client: ClientInfo,
): Promise<SessionGrant> {
  const id = randomUUID();
  const refreshToken = refreshTokens.create(id);
  // The user's row is what a change of password locks: either it sees this session, and ends
  // it, or this statement sees the new password.
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

/** Which sessions of an account a sign-out ends. */
export type SignOutScope = 'global' | 'local' | 'others';

/**
 * Ends sessions of an account; their refresh tokens go with them.
 * @param sessionId the one that asks
 * @returns the ids of those that ended, for LiveSessions to forget after the commit
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
