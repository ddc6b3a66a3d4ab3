import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from '../../../database/sql.ts';
import type { Claims } from '../../../identity/caller.ts';
import type { MethodReference, TokenSession } from '../tokens/access-token.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors.ts';
import {
  methodOfFactor,
  type ServedFactor,
  requiresSecondFactor,
  type Factor,
} from '../mfa/factors.ts';
import { assuranceLevelOf, type SessionGrant } from './sessions.ts';
import { instanceId, type User } from '../accounts/users.ts';

type AssuranceLevel = TokenSession['aal'];

/**
 * The assurance level of a request: that of its session, but not higher than its token's. The holder of
 * a token from before the second factor may not have given that factor.
 * @throws {AuthError} `session_not_found`
 */
export async function readAssuranceLevel(
  sql: Sql | TransactionSql,
  claims: Claims,
): Promise<AssuranceLevel> {
  const [session] = await sql<{ aal: string | null }[]>`
    select aal from auth.sessions where id = ${claims.session_id}`;
  if (!session) {
    throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  return session.aal === 'aal2' && claims.aal === 'aal2' ? 'aal2' : 'aal1';
}

/**
 * Locks an account and its sessions, so that changes of its factors and assurance levels happen one
 * after the other. A sign-out takes its locks in the same order, so that the two cannot deadlock.
 */
export async function lockAccount(sql: TransactionSql, userId: string): Promise<void> {
  await sql`select from auth.users where id = ${userId} for no key update`;
  await sql`select from auth.sessions where user_id = ${userId} for update`;
}

/**
 * Raises a session to `aal2`. Its earlier refresh tokens are deleted, since their holder may not have
 * given the second factor. The account's sessions at `aal1` end, as in GoTrue.
 * @returns the ids of the ended sessions, which LiveSessions must forget after the commit
 */
export async function raiseAssuranceLevel(
  { refreshTokenFormat }: AuthContext,
  sql: TransactionSql,
  userId: string,
  sessionId: string,
  factor: ServedFactor,
): Promise<{ grant: SessionGrant; ended: string[] }> {
  const method = methodOfFactor[factor.factor_type];
  const refreshToken = refreshTokenFormat.create(sessionId);
  await sql`
    insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id)
    values (${sessionId}, now(), now(), ${method}, ${randomUUID()})
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
  await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = now()
    where id = ${sessionId}`;
  await sql`delete from auth.refresh_tokens where session_id = ${sessionId}`;
  await sql`
    insert into auth.refresh_tokens
      (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    values (${instanceId}, ${refreshToken}, ${userId}, false, now(), now(), '', ${sessionId})`;
  const amr = await sql<MethodReference[]>`
    select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
  const ended = await sql<{ id: string }[]>`
    delete from auth.sessions
    where user_id = ${userId} and coalesce(aal, 'aal1') < 'aal2' returning id`;
  return {
    grant: { session: { id: sessionId, aal: assuranceLevelOf(amr), amr: [...amr] }, refreshToken },
    ended: ended.map(({ id }) => id),
  };
}

/**
 * Lowers the sessions that a deleted factor has raised: their tokens are `aal1` from the next refresh
 * on. Methods of other factors are removed from them as well, since a session does not record the
 * factor of a method.
 */
export async function lowerAssuranceLevel(sql: TransactionSql, factorId: string): Promise<void> {
  await sql`
    delete from auth.mfa_amr_claims
    where authentication_method = any(${[...Object.values(methodOfFactor), 'mfa/webauthn']})
      and session_id in (select id from auth.sessions where factor_id = ${factorId})`;
  await sql`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
    where factor_id = ${factorId}`;
}

/**
 * Requires `aal2` for changes of an account that has a second factor.
 * @param change names the change in GoTrue's message
 * @throws {AuthError} `insufficient_aal`
 */
export async function requireAal2(
  { sql }: AuthContext,
  claims: Claims,
  { factors }: User,
  change: 'update email or password' | 'link or unlink identities' | 'end other sessions',
): Promise<void> {
  if (!requiresSecondFactor(factors) || (await readAssuranceLevel(sql, claims)) === 'aal2') return;
  const message = `AAL2 session is required to ${change} when MFA is enabled.`;
  throw new AuthError('insufficient_aal', message, { status: 401 });
}

/**
 * Requires `aal2` for adding a factor to an account that has a verified one. A session with only the
 * password must not add one, even if it enrolled its factor before the other was verified.
 * @throws {AuthError} `insufficient_aal`
 */
export function requireAal2ToAdd(
  level: 'aal1' | 'aal2',
  factor: Pick<Factor, 'status'>,
  factors: readonly Factor[],
): void {
  if (factor.status === 'verified' || level === 'aal2' || !requiresSecondFactor(factors)) return;
  throw new AuthError('insufficient_aal', 'AAL2 required to enroll a new factor');
}
