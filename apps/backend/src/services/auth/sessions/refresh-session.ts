import type { TransactionSql } from '../../../database/sql.ts';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientInfo } from '../client-info.ts';
import { AuthError } from '../errors.ts';
import { assuranceLevelOf, type SessionGrant } from './sessions.ts';
import type { MethodReference } from '../tokens/access-token.ts';
import { findUser, instanceId, isBanned, type User } from '../accounts/users.ts';

interface FoundToken {
  readonly session_id: string;
  readonly user_id: string;
  readonly revoked: boolean;
  /** Whether the token was rotated so recently that its reuse is no sign of theft. */
  readonly within_grace: boolean;
  readonly session_over: boolean;
  /** The session's newest token, which has not been used. */
  readonly active_token: string | null;
  /** Whether the active token was issued in exchange for this one. */
  readonly is_parent: boolean;
  readonly amr: readonly MethodReference[];
}

type Outcome =
  | { readonly user: User; readonly grant: SessionGrant }
  | { readonly stolenSession: string };

const refused = (
  code:
    | 'refresh_token_already_used'
    | 'refresh_token_not_found'
    | 'session_expired'
    | 'user_banned',
  why: string,
) => new AuthError(code, `Invalid Refresh Token: ${why}`, { status: 400 });

const alreadyUsed = () => refused('refresh_token_already_used', 'Already Used');

/**
 * Ends a session whose refresh token was stolen. As in GoTrue, its row and its tokens stay, all revoked, so
 * that its owner's device is refused with the same reason.
 */
const endStolenSession = async (
  sql: TransactionSql,
  sessionId: string,
  user: User,
  client: ClientInfo,
): Promise<Outcome> => {
  await Promise.all([
    recordAuditEntry(sql, 'token_revoked', user, client.address),
    sql`update auth.sessions set not_after = now() where id = ${sessionId}`,
    sql`update auth.refresh_tokens set revoked = true where session_id = ${sessionId}`,
  ]);
  return { stolenSession: sessionId };
};

/**
 * Refuses a token without a row: it was never issued, or was pruned a day after its rotation. In the
 * second case it was stolen, and its message authentication code identifies the session to end.
 */
const refuseUnknownToken = async (
  { refreshTokenFormat }: AuthContext,
  sql: TransactionSql,
  token: string,
  client: ClientInfo,
): Promise<Outcome> => {
  const sessionId = refreshTokenFormat.sessionOfPruned(token);
  const [session] = sessionId
    ? await sql<{ user_id: string }[]>`
        select user_id from auth.sessions where id = ${sessionId}`
    : [];
  const user = session && (await findUser(sql, session.user_id));
  if (!sessionId || !user) throw refused('refresh_token_not_found', 'Refresh Token Not Found');
  return endStolenSession(sql, sessionId, user, client);
};

/**
 * Exchanges a refresh token for the next one. As in GoTrue, a used token returns the session's current
 * token at any time if it is the parent of that token, since its client may have lost the response, and
 * within the grace period (`refresh_token_reuse_interval` in config.toml, seconds) if it is older, since
 * several tabs may refresh at once. Any other used token has been stolen, and the whole session ends.
 *
 * @throws {AuthError} `refresh_token_not_found`, `refresh_token_already_used`, `session_expired`, `user_banned`
 */
export async function refreshSession(
  auth: AuthContext,
  token: string,
  client: ClientInfo,
): Promise<{ user: User; grant: SessionGrant }> {
  const outcome = await auth.sql.begin(async (sql): Promise<Outcome> => {
    // Sent in one round trip. The lock comes first, so that the second statement sees what the
    // transaction that held it before has written.
    const [, [found]] = await Promise.all([
      sql`
        select from auth.sessions
        where id = (select session_id from auth.refresh_tokens where token = ${token})
        for update`,
      sql<FoundToken[]>`
        select sessions.id as session_id, sessions.user_id, tokens.revoked,
          tokens.updated_at > now() - make_interval(secs => ${auth.settings.refresh_token_reuse_interval}) as within_grace,
          coalesce(sessions.not_after <= now(), false) as session_over,
          active.token as active_token,
          coalesce(active.parent = tokens.token, false) as is_parent,
          coalesce((
            select jsonb_agg(
              jsonb_build_object(
                'method', authentication_method,
                'timestamp', floor(extract(epoch from updated_at))::int
              ) order by updated_at desc
            )
            from auth.mfa_amr_claims where session_id = sessions.id
          ), '[]') as amr
        from auth.refresh_tokens as tokens
        join auth.sessions on sessions.id = tokens.session_id
        left join lateral (
          select newest.token, newest.parent from auth.refresh_tokens as newest
          where newest.session_id = sessions.id and not newest.revoked
          order by newest.id desc limit 1
        ) as active on true
        where tokens.token = ${token}`,
    ]);
    if (!found) return refuseUnknownToken(auth, sql, token, client);
    if (found.session_over) {
      throw found.active_token ? refused('session_expired', 'Session Expired') : alreadyUsed();
    }
    const user = await findUser(sql, found.user_id);
    if (!user) throw refused('refresh_token_not_found', 'Refresh Token Not Found');
    if (isBanned(user)) throw refused('user_banned', 'User Banned');

    const mayReuse = found.active_token && (found.is_parent || found.within_grace);
    if (found.revoked && !mayReuse) {
      return endStolenSession(sql, found.session_id, user, client);
    }

    const refreshToken =
      (found.revoked && found.active_token) || auth.refreshTokenFormat.create(found.session_id);
    if (!found.revoked) {
      await Promise.all([
        sql`
          update auth.refresh_tokens set revoked = true, updated_at = now() where token = ${token}`,
        sql`
          insert into auth.refresh_tokens
            (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
          values
            (${instanceId}, ${refreshToken}, ${user.id}, false, now(), now(), ${token},
             ${found.session_id})`,
        sql`
          update auth.sessions
          set refreshed_at = now() at time zone 'utc', updated_at = now(),
            user_agent = ${client.userAgent}, ip = ${client.address}
          where id = ${found.session_id}`,
        // GoTrue also records token_revoked for the rotated token, which adds nothing.
        recordAuditEntry(sql, 'token_refreshed', user, client.address),
      ]);
    }
    const { session_id: id, amr } = found;
    return { user, grant: { session: { id, aal: assuranceLevelOf(amr), amr }, refreshToken } };
  });

  if ('stolenSession' in outcome) {
    auth.sessions.forget([outcome.stolenSession]);
    throw alreadyUsed();
  }
  return outcome;
}
