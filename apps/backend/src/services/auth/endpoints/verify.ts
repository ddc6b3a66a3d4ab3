import { z } from 'zod';
import type { AuthContext, Endpoint } from '../auth-context.ts';
import { addressKey, readClientInfo, type ClientInfo } from '../client-info.ts';
import { normalizeEmail } from '../accounts/email-address.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { normalizePhone } from '../accounts/phone-number.ts';
import { readBody } from '../request-body.ts';
import { sessionResponse, startSession } from '../sessions/sessions.ts';
import {
  halfConfirmed,
  readVerificationType,
  redeemMailedToken,
  type VerificationType,
} from '../tokens/redeem-mailed-token.ts';
import { issueAuthCode } from '../oauth/flow-state.ts';
import { isPkceToken } from '../tokens/one-time-tokens.ts';
import {
  describeError,
  withBoth,
  withFragment,
  withQuery,
  withSession,
} from './redirect-response.ts';

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
  hashes: readonly string[],
  client: ClientInfo,
) =>
  redeemMailedToken(auth, { type, hashes }, client, (sql, user) =>
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
      redeemForSession(auth, type, auth.oneTimeTokens.hashesOf(email, code), client),
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
    ? await redeemForSession(auth, readVerificationType(body.type), [tokenHash], client)
    : await redeemCode(auth, readCode(body), client);
  if (!redeemed) return context.json({ msg: halfConfirmed, code: '200' });
  return context.json(await sessionResponse(auth.tokens, redeemed.user, redeemed.result));
};

/** The method of the flow that a link of each type finishes, if a client began it with a challenge. */
const flowMethods = {
  signup: 'email/signup',
  invite: 'email/signup',
  email: 'email/signup',
  recovery: 'recovery',
  magiclink: 'recovery',
  email_change: 'email_change',
} as const satisfies Record<VerificationType, string>;

/** A followed link, with the address that it redirects to. */
interface Link {
  readonly type: VerificationType;
  readonly token: string;
  readonly target: string;
  readonly client: ClientInfo;
}

/** Redirects with the session in the fragment. */
async function redirectWithSession(
  auth: AuthContext,
  { type, token, target, client }: Link,
): Promise<string> {
  const redeemed = await redeemForSession(auth, type, [token], client);
  if (!redeemed) return withFragment(target, { message: halfConfirmed });
  const session = await sessionResponse(auth.tokens, redeemed.user, redeemed.result);
  return withSession(target, session, { type });
}

/** Redirects with a code, which only the client that requested the mail can exchange. */
async function redirectWithCode(
  auth: AuthContext,
  { type, token, target, client }: Link,
): Promise<string> {
  const redeemed = await redeemMailedToken(auth, { type, hashes: [token] }, client, (sql, user) =>
    issueAuthCode(sql, user.id, flowMethods[type]),
  );
  if (redeemed) return withQuery(target, { code: redeemed.result });
  return withBoth(target, { message: halfConfirmed });
}

/** `GET /verify`: the mailed link. Redirects to the site with a session, a code or an error. */
export const verifyLink: Endpoint = (auth) => async (context) => {
  // Mail scanners request links with HEAD, which must not redeem them.
  if (context.req.method !== 'GET') {
    throw new AuthError('unknown', 'A mailed link is followed with GET', { status: 405 });
  }
  auth.limits.verificationsPerAddress.take(addressKey(context));
  const { token, type: typeName, redirect_to: redirectTo } = context.req.query();
  const type = readVerificationType(typeName);
  if (!token) throw validationFailed('Verify requires a token or a token hash');
  const target = auth.redirects.choose(redirectTo);
  const pkce = isPkceToken(token);
  const link = { type, token, target, client: readClientInfo(context) };
  try {
    const next = await (pkce ? redirectWithCode : redirectWithSession)(auth, link);
    return context.redirect(next, 303);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const failure = describeError(error, context);
    return context.redirect((pkce ? withBoth : withFragment)(target, failure), 303);
  }
};
