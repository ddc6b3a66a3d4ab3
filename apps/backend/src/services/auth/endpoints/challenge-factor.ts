import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { GatewayContext } from '../../../http/service.ts';
import type { AuthContext, Endpoint } from '../auth-context.ts';
import { requireClaims, requireUser } from '../accounts/require-user.ts';
import { createChallenge, type ChallengeNotice } from '../mfa/challenges.ts';
import { addressKey, readClientInfo } from '../client-info.ts';
import { validationFailed } from '../errors.ts';
import { findOwnFactor, requireUsableFactor, type Factor } from '../mfa/factors.ts';
import { tooManySms } from '../mfa/second-factor-limits.ts';
import { readBody } from '../request-body.ts';
import { requireAal2ToAdd } from '../sessions/require-aal2.ts';
import { hashCode } from '../tokens/sealed-text.ts';
import { readAssuranceLevel } from '../sessions/assurance-level.ts';
import type { User } from '../accounts/users.ts';

const bodySchema = z.object({ channel: z.string().nullish() });

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
  const { channel } = await readBody(context, bodySchema);
  // A webhook chooses its channel itself.
  if (channel && channel !== 'sms' && !auth.settings.hook.send_sms) {
    throw validationFailed(
      "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
    );
  }
  return context.json(await challengePhone(auth, context, user, factor));
};
