import { z } from 'zod';
import type { AuthContext, Endpoint } from '../auth-context.ts';
import { addressKey, readClientInfo, type ClientInfo } from '../client-info.ts';
import { normalizeEmail } from '../accounts/email-address.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { confirmationLink } from '../mail/confirmation-link.ts';
import { normalizePhone } from '../accounts/phone-number.ts';
import { readBody } from '../request-body.ts';
import { sessionResponse, startSession } from '../sessions/sessions.ts';
import {
  halfConfirmed,
  readVerificationType,
  redeemMailedToken,
  type VerificationType,
} from '../tokens/redeem-mailed-token.ts';

const bodySchema = z.object({
  type: z.string().nullish(),
  token: z.string().max(255).nullish(),
  token_hash: z.string().max(255).nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  redirect_to: z.string().nullish(),
});

type Body = z.output<typeof bodySchema>;

const wrongCode = (cause?: unknown) =>
  new AuthError('otp_expired', 'Token has expired or is invalid', { cause });

const redeemForSession = (
  auth: AuthContext,
  type: VerificationType,
  tokenHash: string,
  client: ClientInfo,
) =>
  redeemMailedToken(auth, { type, tokenHash }, client, (sql, user) =>
    startSession(auth, sql, user, 'otp', client),
  );

interface TypedCode {
  readonly type: VerificationType;
  readonly email: string;
  readonly code: string;
}

/**
 * Reads a code and the address that it was mailed to. Codes for signing in are never sent to phones, so
 * that one for a phone is refused as a wrong code.
 */
const readCode = ({ type, token, email, phone }: Body): TypedCode => {
  if (Boolean(email) === Boolean(phone)) {
    throw validationFailed('Only an email address or phone number should be provided on verify');
  }
  if (phone) normalizePhone(phone);
  if (!email || type === 'sms' || type === 'phone_change') throw wrongCode();
  return { type: readVerificationType(type), email: normalizeEmail(email), code: token ?? '' };
};

/** Redeems a code. It is short, so attempts are limited by the address that it was mailed to. */
const redeemCode = (auth: AuthContext, { type, email, code }: TypedCode, client: ClientInfo) =>
  auth.limits
    .tryMailedCode(email, () =>
      redeemForSession(auth, type, auth.oneTimeTokens.hashOf(email, code), client),
    )
    .catch((error: unknown) => {
      if (!(error instanceof AuthError) || error.code !== 'otp_expired') throw error;
      throw wrongCode(error);
    });

/** `POST /verify`: redeems a mailed code, or the token of a mailed link, for a session. */
export const verify: Endpoint = (auth) => async (context) => {
  auth.limits.verificationsPerAddress.take(addressKey(context));
  const body = await readBody(context, bodySchema);
  const { token, token_hash: tokenHash, email, phone } = body;
  if (!body.type) throw validationFailed('Verify requires a verification type');
  if (Boolean(token) === Boolean(tokenHash)) {
    throw validationFailed('Verify requires either a token or a token hash');
  }
  if (tokenHash && (email || phone || body.redirect_to)) {
    throw validationFailed('Only the token_hash and type should be provided');
  }
  const client = readClientInfo(context);
  const redeemed = tokenHash
    ? await redeemForSession(auth, readVerificationType(body.type), tokenHash, client)
    : await redeemCode(auth, readCode(body), client);
  if (!redeemed) return context.json({ msg: halfConfirmed, code: '200' });
  return context.json(await sessionResponse(auth.tokens, redeemed.user, redeemed.result));
};

/**
 * `GET /verify`: the link in mails of other clients. It redirects to the site's page that redeems the token
 * after a press, and changes nothing itself: mail scanners follow links, too.
 */
export const verifyLink: Endpoint = (auth) => (context) => {
  const { token, type, redirect_to: redirectTo } = context.req.query();
  if (!token) throw validationFailed('Verify requires a token or a token hash');
  const target = auth.redirects.choose(redirectTo);
  return context.redirect(confirmationLink(target, token, readVerificationType(type)), 303);
};
