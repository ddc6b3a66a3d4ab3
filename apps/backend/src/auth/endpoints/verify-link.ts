import type { Endpoint } from '../auth.ts';
import { addressKey, readClient } from '../client.ts';
import { AuthError } from '../errors.ts';
import { sessionResponse } from '../session-response.ts';
import { startSession } from '../sessions.ts';
import { halfConfirmed, readVerificationType, redeem } from '../verification.ts';

/** What OAuth 2 calls a refusal of this status. */
const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
};

/** As it comes in the fragment: `sb` tells auth-js whose answer it is. */
const withFragment = (url: string, values: Record<string, string>): string =>
  `${url.replace(/#.*$/s, '')}#${new URLSearchParams({ ...values, sb: '' }).toString()}`;

/** `GET /verify`: the mailed link. Leads on to the site, with the session or the error in the fragment. */
export const verifyLink: Endpoint = (auth) => async (context) => {
  auth.limits.verificationsPerAddress.take(addressKey(context));
  const { token, type: asked, redirect_to: redirectTo } = context.req.query();
  const type = readVerificationType(asked);
  if (!token) {
    throw new AuthError('validation_failed', 'Verify requires a token or a token hash');
  }
  const target = auth.redirects.choose(redirectTo);
  const client = readClient(context);
  try {
    const redeemed = await redeem(auth, { type, hashes: [token] }, client, (sql, user) =>
      startSession(sql, user, 'otp', client),
    );
    if (!redeemed) return context.redirect(withFragment(target, { message: halfConfirmed }), 303);
    const session = await sessionResponse(auth.tokens, redeemed.user, redeemed.result);
    const values = {
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: session.token_type,
      type,
    };
    return context.redirect(withFragment(target, values), 303);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const values = {
      error: oauthErrors[error.status] ?? 'server_error',
      error_code: error.code,
      error_description: error.message,
    };
    return context.redirect(withFragment(target, values), 303);
  }
};
