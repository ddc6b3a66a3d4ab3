import type { AuthContext, Endpoint } from '../auth-context.ts';
import { addressKey, readClientInfo, type ClientInfo } from '../client-info.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { issueAuthCode } from '../oauth/flow-state.ts';
import { isPkceToken } from '../tokens/one-time-tokens.ts';
import { sessionResponse } from '../sessions/session-response.ts';
import { startSession } from '../sessions/sessions.ts';
import {
  describeError,
  withBoth,
  withFragment,
  withQuery,
  withSession,
} from './redirect-response.ts';
import {
  halfConfirmed,
  readVerificationType,
  redeemMailedToken,
  type VerificationType,
} from '../tokens/redeem-mailed-token.ts';

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
  const redeemed = await redeemMailedToken(auth, { type, hashes: [token] }, client, (sql, user) =>
    startSession(auth, sql, user, 'otp', client),
  );
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
