import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { TransactionSql } from '../../../database/sql.ts';
import type { GatewayContext } from '../../../http/service.ts';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { AuthContext, Endpoint } from '../auth-context.ts';
import { requireClaims, requireUser } from '../accounts/require-user.ts';
import { readClientInfo } from '../client-info.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { type FactorType, findOwnFactor, requiresSecondFactor } from '../mfa/factors.ts';
import { normalizePhone } from '../accounts/phone-number.ts';
import { createTotpSecret, qrCodeSvg } from '../mfa/totp.ts';
import { mailFactorChange } from '../mail/account-mails.ts';
import { readBody } from '../request-body.ts';
import {
  requireAal2ToAdd,
  lockAccount,
  readAssuranceLevel,
  lowerAssuranceLevel,
} from '../sessions/assurance-level.ts';
import { requireRecentSignIn } from './reauthenticate.ts';
import { sealText } from '../tokens/sealed-text.ts';
import { findUser, type User } from '../accounts/users.ts';

const bodySchema = z.object({
  friendly_name: z.string().max(255).nullish(),
  factor_type: z.string().nullish(),
  issuer: z.string().max(255).nullish(),
  phone: z.string().nullish(),
});

/** A factor without a challenge is removed after this time, seconds; GoTrue's. */
const unusedLifetime = 300;

interface NewFactor {
  readonly id: string;
  readonly type: FactorType;
  readonly friendlyName: string;
  readonly phone: string | null;
  /** Encrypted. */
  readonly secret: string | null;
}

/**
 * Removes unverified factors of earlier enrolments that would conflict with a new one.
 * @returns the account without them
 * @throws {AuthError} `mfa_verified_factor_exists`
 */
async function removeUnverifiedFactors(
  sql: TransactionSql,
  userId: string,
  phone: string | null,
): Promise<User> {
  await sql`
    delete from auth.mfa_factors
    where user_id = ${userId} and status = 'unverified' and (
      phone = ${phone} or (
        created_at < now() - make_interval(secs => ${unusedLifetime})
        and not exists (select from auth.mfa_challenges where factor_id = mfa_factors.id)
      )
    )`;
  const user = (await findUser(sql, userId))!;
  if (phone && user.factors.some((own) => own.phone === phone)) {
    throw new AuthError(
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    );
  }
  return user;
}

/** @throws {AuthError} `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors` */
const checkNameAndCount = (
  { settings }: AuthContext,
  { factors }: User,
  friendlyName: string,
): void => {
  if (factors.some((own) => (own.friendly_name ?? '') === friendlyName)) {
    throw new AuthError(
      'mfa_factor_name_conflict',
      `A factor with the friendly name ${JSON.stringify(friendlyName)} for this user already exists`,
    );
  }
  if (factors.length >= settings.mfa.max_enrolled_factors) {
    throw new AuthError(
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  }
};

/** Inserts an unverified factor. */
async function addFactor(
  auth: AuthContext,
  context: GatewayContext,
  user: User,
  factor: NewFactor,
): Promise<void> {
  const claims = requireClaims(context);
  await auth.sql.begin(async (sql) => {
    await lockAccount(sql, user.id);
    const current = await removeUnverifiedFactors(sql, user.id, factor.phone);
    checkNameAndCount(auth, current, factor.friendlyName);
    const level = await readAssuranceLevel(sql, claims);
    if (requiresSecondFactor(current.factors)) {
      requireAal2ToAdd(level, { status: 'unverified' }, current.factors);
    } else {
      await requireRecentSignIn(auth, sql, claims.session_id);
    }
    await sql`
      insert into auth.mfa_factors
        (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone)
      values
        (${factor.id}, ${user.id}, ${factor.friendlyName}, ${factor.type}, 'unverified',
         now(), now(), ${factor.secret}, ${factor.phone})`;
    await recordAuditEntry(sql, 'factor_in_progress', user, readClientInfo(context).address, {
      factor_id: factor.id,
      factor_type: factor.type,
    });
  });
}

/** `POST /factors`: adds an unverified authenticator app or phone; its first code verifies it. */
export const enrollFactor: Endpoint = (auth) => async (context) => {
  const user = await requireUser(auth, context);
  auth.secondFactorLimits.enrolmentsPerAccount.take(user.id);
  const body = await readBody(context, bodySchema);
  const { totp, phone } = auth.settings.mfa;
  const id = randomUUID();
  const friendlyName = body.friendly_name ?? '';
  const response = { id, type: body.factor_type, friendly_name: friendlyName };
  const add = (factor: Pick<NewFactor, 'type' | 'phone' | 'secret'>) =>
    addFactor(auth, context, user, { ...factor, id, friendlyName });

  switch (body.factor_type) {
    case 'totp': {
      if (!totp.enroll_enabled) {
        throw new AuthError('mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
      }
      const issuer = body.issuer || new URL(auth.redirects.choose()).host;
      const { secret, uri } = createTotpSecret(issuer, user.email ?? user.id);
      await add({ type: 'totp', phone: null, secret: sealText(auth.factorKey, id, secret) });
      return context.json({ ...response, totp: { qr_code: qrCodeSvg(uri), secret, uri } });
    }
    case 'phone': {
      if (!phone.enroll_enabled) {
        throw new AuthError('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
      }
      if (!body.phone) throw validationFailed('Phone number required to enroll Phone factor');
      await add({ type: 'phone', phone: normalizePhone(body.phone), secret: null });
      return context.json({ ...response, phone: body.phone });
    }
    case 'webauthn':
      throw new AuthError('mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
    default:
      throw validationFailed('factor_type needs to be totp, phone, or webauthn');
  }
};

/** `DELETE /factors/{id}`: removes a factor; a verified one only for a session at `aal2`. */
export const unenrollFactor: Endpoint = (auth) => async (context) => {
  const claims = requireClaims(context);
  const caller = await requireUser(auth, context);
  const removed = await auth.sql.begin(async (sql) => {
    await lockAccount(sql, caller.id);
    const user = (await findUser(sql, caller.id)) ?? caller;
    const factor = findOwnFactor(user.factors, context.req.param('factorId'));
    if (factor.status === 'verified' && (await readAssuranceLevel(sql, claims)) !== 'aal2') {
      throw new AuthError('insufficient_aal', 'AAL2 required to unenroll verified factor', {
        status: 422,
      });
    }
    await sql`delete from auth.mfa_factors where id = ${factor.id}`;
    await lowerAssuranceLevel(sql, factor.id);
    await recordAuditEntry(sql, 'factor_unenrolled', user, readClientInfo(context).address, {
      factor_id: factor.id,
      factor_status: factor.status,
      session_id: claims.session_id,
    });
    return factor;
  });
  // A factor that was never verified has guarded nothing.
  if (removed.status === 'verified') {
    mailFactorChange(auth, 'mfa_factor_unenrolled', caller, removed.factor_type);
  }
  return context.json({ id: removed.id });
};
