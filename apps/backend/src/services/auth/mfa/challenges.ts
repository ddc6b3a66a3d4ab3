import { randomUUID } from 'node:crypto';
import type { TransactionSql } from '../../../database/sql.ts';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import { AuthError } from '../errors.ts';
import { factorNotFound, type Factor } from './factors.ts';
import type { User } from '../accounts/users.ts';

/** How long a challenge may be answered, seconds; GoTrue's. */
const lifetime = 300;

/** Stored for a client without an address: the column is not nullable. */
const noAddress = '0.0.0.0';

/** An unanswered challenge. */
export interface Challenge {
  readonly id: string;
  /** The keyed hash of a phone's code; null for an authenticator app. */
  readonly otp_code: string | null;
}

/** The API's response to a new challenge. */
export interface ChallengeNotice {
  readonly id: string;
  readonly type: Factor['factor_type'];
  /** Seconds since 1970. */
  readonly expires_at: number;
}

/**
 * Creates a challenge, and deletes the factor's challenges that are older than a day.
 * @param address the client's IP address, the only one from which the challenge may be answered
 * @throws {AuthError} `mfa_factor_not_found` if the factor was deleted meanwhile
 */
export async function createChallenge(
  sql: TransactionSql,
  user: User,
  factor: Factor,
  address: string | null,
  { id = randomUUID(), codeHash = null }: { id?: string; codeHash?: string | null } = {},
): Promise<ChallengeNotice> {
  // The first statement, so that two challenges at once wait for each other at this row. The column is
  // unique, so each gets the clock's time instead of its transaction's.
  const touched = await sql`
    update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = ${factor.id}`;
  if (touched.count === 0) throw factorNotFound();
  await sql`
    delete from auth.mfa_challenges
    where factor_id = ${factor.id} and created_at < now() - interval '1 day'`;
  const [row] = await sql<{ expires_at: number }[]>`
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code)
    values (${id}, ${factor.id}, now(), ${address ?? noAddress}, ${codeHash})
    returning floor(extract(epoch from created_at))::int + ${lifetime}::int as expires_at`;
  await recordAuditEntry(sql, 'challenge_created', user, address, {
    factor_id: factor.id,
    factor_status: factor.status,
  });
  return { id, type: factor.factor_type, expires_at: row!.expires_at };
}

/**
 * Finds the challenge that a request answers.
 * @throws {AuthError} `mfa_factor_not_found` if it is not this factor's,
 *   `mfa_ip_address_mismatch` if it was answered already or was created from another address,
 *   `mfa_challenge_expired`
 */
export async function findChallenge(
  sql: TransactionSql,
  factorId: string,
  id: string,
  address: string | null,
): Promise<Challenge> {
  const [challenge] = await sql<(Challenge & { is_open: boolean; is_over: boolean })[]>`
    select id, otp_code,
      verified_at is null and ip_address = ${address ?? noAddress} as is_open,
      created_at <= now() - make_interval(secs => ${lifetime}) as is_over
    from auth.mfa_challenges where id = ${id} and factor_id = ${factorId}`;
  if (!challenge) {
    throw new AuthError(
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
      { status: 422 },
    );
  }
  if (!challenge.is_open) {
    throw new AuthError('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  if (challenge.is_over) {
    throw new AuthError(
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    );
  }
  return challenge;
}

/**
 * Closes a challenge that was answered with a correct code.
 * @param step the code's time step, for an authenticator app. It is stored in `otp_code`, which
 *   GoTrue leaves empty for apps
 */
export async function closeChallenge(
  sql: TransactionSql,
  id: string,
  step: number | null,
): Promise<void> {
  await sql`
    update auth.mfa_challenges
    set verified_at = now(), otp_code = ${step === null ? null : String(step)}
    where id = ${id}`;
}

/** The time step of the newest code that was accepted for a factor, so that no code is accepted twice. */
export async function findLastStep(sql: TransactionSql, factorId: string): Promise<number> {
  const [row] = await sql<{ step: number | null }[]>`
    select max(otp_code::int) as step from auth.mfa_challenges
    where factor_id = ${factorId} and verified_at is not null and otp_code ~ '^\\d{1,9}$'`;
  return row?.step ?? 0;
}
