import { z } from 'zod';
import type { TransactionSql } from '../../../database/sql.ts';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { AuthContext, Endpoint } from '../auth-context.ts';
import { requireClaims, requireUser } from '../accounts/require-user.ts';
import { closeChallenge, findChallenge, findLastStep, type Challenge } from '../mfa/challenges.ts';
import { readClientInfo } from '../client-info.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { findOwnFactor, requireUsableFactor, type ServedFactor } from '../mfa/factors.ts';
import { readBody } from '../request-body.ts';
import { requireAal2ToAdd } from '../sessions/require-aal2.ts';
import { matchesHash, openText } from '../tokens/sealed-text.ts';
import {
  lockAccount,
  raiseAssuranceLevel,
  readAssuranceLevel,
} from '../sessions/assurance-level.ts';
import { sessionResponse } from '../sessions/session-response.ts';
import { findTotpStep } from '../mfa/totp.ts';
import { findUser, type User } from '../accounts/users.ts';

const bodySchema = z.object({
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
  const { challenge_id: challengeId, code } = await readBody(context, bodySchema);
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
    return { ...raised, user: (await findUser(sql, user.id))! };
  };
  const outcome = await auth.secondFactorLimits.tryCode(named.id, caller.id, () =>
    auth.sql.begin(verify),
  );
  if (!outcome) throw new AuthError('mfa_verification_failed', wrongCode[named.factor_type]);
  auth.sessions.forget(outcome.ended);
  return context.json(await sessionResponse(auth.tokens, outcome.user, outcome.grant));
};
