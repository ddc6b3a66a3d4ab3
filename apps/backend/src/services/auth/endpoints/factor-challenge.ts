import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { GatewayContext } from '../../../http/service.ts';
import type { AuthContext, Endpoint } from '../auth-context.ts';
import { requireClaims, requireUser } from '../accounts/require-user.ts';
import {
  createChallenge,
  type ChallengeNotice,
  closeChallenge,
  findChallenge,
  findLastStep,
  type Challenge,
} from '../mfa/challenges.ts';
import { addressKey, readClientInfo } from '../client-info.ts';
import { validationFailed, AuthError } from '../errors.ts';
import {
  findOwnFactor,
  requireUsableFactor,
  type Factor,
  type ServedFactor,
} from '../mfa/factors.ts';
import { tooManySms } from '../mfa/second-factor-limits.ts';
import { mailFactorChange } from '../mail/account-mails.ts';
import { readBody } from '../request-body.ts';
import {
  requireAal2ToAdd,
  readAssuranceLevel,
  lockAccount,
  raiseAssuranceLevel,
} from '../sessions/assurance-level.ts';
import { hashCode, matchesHash, openText } from '../tokens/sealed-text.ts';
import { type User, findUser } from '../accounts/users.ts';
import type { TransactionSql } from '../../../database/sql.ts';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import { sessionResponse } from '../sessions/sessions.ts';
import { findTotpStep } from '../mfa/totp.ts';

const channelSchema = z.object({ channel: z.string().nullish() });

/**
 * Reserves the next message to a factor's phone, so that only one request sends it.
 * @throws {AuthError} `over_sms_send_rate_limit`
 */
async function reserveMessage(
  { sql, settings, secondFactorLimits }: AuthContext,
  context: GatewayContext,
  user: User,
  factor: Factor,
): Promise<void> {
  const { max_frequency: pause } = settings.mfa.phone;
  const [row] = await sql<{ wait: number }[]>`
    select ceil(extract(epoch from
      last_challenged_at + make_interval(secs => ${pause}) - now()))::int as wait
    from auth.mfa_factors where id = ${factor.id} and last_challenged_at is not null`;
  if (row && row.wait > 0) throw tooManySms(row.wait);
  secondFactorLimits.takeSms(
    user.id,
    factor.phone ?? '',
    factor.status === 'verified',
    addressKey(context),
  );
  const reserved = await sql`
    update auth.mfa_factors set last_challenged_at = clock_timestamp()
    where id = ${factor.id} and (
      last_challenged_at is null
      or last_challenged_at + make_interval(secs => ${pause}) <= now()
    )`;
  if (reserved.count === 0) throw tooManySms(Math.ceil(pause));
}

/**
 * Sends a code. No row is locked meanwhile, since a webhook may take seconds. A message that was not
 * sent creates no challenge, and the next one may be sent at once.
 */
async function challengePhone(
  auth: AuthContext,
  context: GatewayContext,
  user: User,
  factor: Factor,
): Promise<ChallengeNotice> {
  const { template, otp_length: digits } = auth.settings.mfa.phone;
  const { address } = readClientInfo(context);
  await reserveMessage(auth, context, user, factor);
  const id = randomUUID();
  const phone = factor.phone ?? '';
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const text = template.replaceAll(/\{\{\s*\.Code\s*\}\}/g, code);
  try {
    await auth.sendSms({ user, phone, code, text, address });
  } catch (error) {
    await auth.sql`
      update auth.mfa_factors set last_challenged_at = null where id = ${factor.id}`;
    throw error;
  }
  const codeHash = hashCode(auth.factorKey, id, code);
  return auth.sql.begin((sql) => createChallenge(sql, user, factor, address, { id, codeHash }));
}

/** `POST /factors/{id}/challenge`: creates a challenge of a factor, and sends its code to a phone. */
export const challengeFactor: Endpoint = (auth) => async (context) => {
  const claims = requireClaims(context);
  const user = await requireUser(auth, context);
  const factor = findOwnFactor(user.factors, context.req.param('factorId'));
  requireUsableFactor(factor, auth.settings.mfa);
  requireAal2ToAdd(await readAssuranceLevel(auth.sql, claims), factor, user.factors);
  auth.secondFactorLimits.challengesPerAccount.take(user.id);
  if (factor.factor_type === 'totp') {
    const { address } = readClientInfo(context);
    return context.json(await auth.sql.begin((sql) => createChallenge(sql, user, factor, address)));
  }
  const { channel } = await readBody(context, channelSchema);
  // A webhook chooses its channel itself.
  if (channel && channel !== 'sms' && !auth.settings.hook.send_sms) {
    throw validationFailed(
      "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
    );
  }
  return context.json(await challengePhone(auth, context, user, factor));
};

const codeSchema = z.object({
  challenge_id: z.uuid(),
  code: z.string().max(64).nullish(),
});

/** A correct code; `step` is the time step of an authenticator app's code. */
interface CorrectCode {
  readonly step: number | null;
}

/** Checks a code. An app's code must be newer than the last one, so that it cannot be used twice. */
async function checkCode(
  { factorKey }: AuthContext,
  sql: TransactionSql,
  factor: ServedFactor,
  challenge: Challenge,
  code: string,
): Promise<CorrectCode | null> {
  if (factor.factor_type === 'phone') {
    const hash = challenge.otp_code;
    return hash && matchesHash(factorKey, challenge.id, code, hash) ? { step: null } : null;
  }
  const [row] = await sql<{ secret: string }[]>`
    select secret from auth.mfa_factors where id = ${factor.id} and secret is not null`;
  if (!row) return null;
  const step = findTotpStep(openText(factorKey, factor.id, row.secret), code);
  return step !== null && step > (await findLastStep(sql, factor.id)) ? { step } : null;
}

/** Marks a factor as verified, and deletes unverified ones of its type, which are earlier attempts to add it. */
async function markVerified(sql: TransactionSql, user: User, factor: ServedFactor) {
  await sql`
    update auth.mfa_factors set status = 'verified', updated_at = now()
    where id = ${factor.id} and status = 'unverified'`;
  await sql`
    delete from auth.mfa_factors
    where user_id = ${user.id} and factor_type = ${factor.factor_type} and status = 'unverified'`;
}

const wrongCode = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
};

/**
 * `POST /factors/{id}/verify`: answers a challenge with a code. It raises the session to `aal2`, with
 * new tokens; the first code also verifies the factor.
 */
export const verifyFactor: Endpoint = (auth) => async (context) => {
  const claims = requireClaims(context);
  const caller = await requireUser(auth, context);
  const named = findOwnFactor(caller.factors, context.req.param('factorId'));
  requireUsableFactor(named, auth.settings.mfa);
  const { challenge_id: challengeId, code } = await readBody(context, codeSchema);
  if (!code) throw validationFailed('Code needs to be non-empty');
  const { address } = readClientInfo(context);

  const verify = async (sql: TransactionSql) => {
    await lockAccount(sql, caller.id);
    // Read again: the account and its factors cannot change after the lock.
    const user = (await findUser(sql, caller.id)) ?? caller;
    const factor = findOwnFactor(user.factors, named.id);
    requireUsableFactor(factor, auth.settings.mfa);
    requireAal2ToAdd(await readAssuranceLevel(sql, claims), factor, user.factors);
    const challenge = await findChallenge(sql, factor.id, challengeId, address);
    const right = await checkCode(auth, sql, factor, challenge, code);
    if (!right) return null;
    await closeChallenge(sql, challenge.id, right.step);
    await markVerified(sql, user, factor);
    await recordAuditEntry(sql, 'verification_attempted', user, address, {
      factor_id: factor.id,
      challenge_id: challenge.id,
      factor_type: factor.factor_type,
    });
    const raised = await raiseAssuranceLevel(auth, sql, user.id, claims.session_id, factor);
    const isNew = factor.status === 'unverified';
    return { ...raised, user: (await findUser(sql, user.id))!, isNew };
  };
  const outcome = await auth.secondFactorLimits.tryCode(named.id, caller.id, () =>
    auth.sql.begin(verify),
  );
  if (!outcome) throw new AuthError('mfa_verification_failed', wrongCode[named.factor_type]);
  auth.sessions.forget(outcome.ended);
  if (outcome.isNew) {
    mailFactorChange(auth, 'mfa_factor_enrolled', outcome.user, named.factor_type);
  }
  return context.json(await sessionResponse(auth.tokens, outcome.user, outcome.grant));
};
