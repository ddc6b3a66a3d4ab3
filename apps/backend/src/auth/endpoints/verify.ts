import { z } from 'zod';
import type { Auth, Endpoint } from '../auth.ts';
import { addressKey, readClient, type Client } from '../client.ts';
import { normalizeEmail } from '../email-address.ts';
import { AuthError } from '../errors.ts';
import { readBody } from '../request-body.ts';
import { sessionResponse } from '../session-response.ts';
import { startSession } from '../sessions.ts';
import { halfConfirmed, readVerificationType, redeem } from '../verification.ts';
import type { VerificationType } from '../verification.ts';

const bodySchema = z.object({
  type: z.string().nullish(),
  token: z.string().max(255).nullish(),
  token_hash: z.string().max(255).nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  redirect_to: z.string().nullish(),
});

const redeemForSession = (
  auth: Auth,
  type: VerificationType,
  hashes: readonly string[],
  client: Client,
) =>
  redeem(auth, { type, hashes }, client, (sql, user) =>
    startSession(auth, sql, user, 'otp', client),
  );

/** The code is short: how often one may be tried is limited for the address that it was mailed to. */
const redeemCode = (
  auth: Auth,
  type: VerificationType,
  email: string,
  code: string,
  client: Client,
) =>
  auth.limits
    .tryMailedCode(email, () =>
      redeemForSession(auth, type, auth.oneTimeTokens.hashesOf(email, code), client),
    )
    .catch((error: unknown) => {
      if (!(error instanceof AuthError) || error.code !== 'otp_expired') throw error;
      throw new AuthError('otp_expired', 'Token has expired or is invalid', { cause: error });
    });

/** `POST /verify`: uses up a code that was mailed, or the hash in its link. */
export const verify: Endpoint = (auth) => async (context) => {
  auth.limits.verificationsPerAddress.take(addressKey(context));
  const body = await readBody(context, bodySchema);
  const { token, token_hash: tokenHash, email, phone } = body;
  const type = readVerificationType(body.type);
  if (Boolean(token) === Boolean(tokenHash)) {
    throw new AuthError('validation_failed', 'Verify requires either a token or a token hash');
  }
  if (tokenHash && (email || phone || body.redirect_to)) {
    throw new AuthError('validation_failed', 'Only the token_hash and type should be provided');
  }
  if (phone) throw new AuthError('phone_provider_disabled', 'Phone logins are disabled');
  const client = readClient(context);
  const redeemed = tokenHash
    ? await redeemForSession(auth, type, [tokenHash], client)
    : await redeemCode(auth, type, normalizeEmail(email ?? ''), token ?? '', client);
  if (!redeemed) return context.json({ msg: halfConfirmed, code: '200' });
  return context.json(await sessionResponse(auth.tokens, redeemed.user, redeemed.result));
};
