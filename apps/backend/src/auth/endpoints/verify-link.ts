import type { Endpoint } from '../auth.ts';
import { addressKey, readClient } from '../client.ts';
import { checkVerificationType, confirmSignUp } from '../confirmation.ts';
import { AuthError } from '../errors.ts';
import { sessionResponse } from '../session-response.ts';

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
  const { token, type, redirect_to: asked } = context.req.query();
  if (!token) {
    throw new AuthError('validation_failed', 'Verify requires a token or a token hash');
  }
  checkVerificationType(type);
  const target = auth.redirects.choose(asked);
  try {
    const { user, grant } = await confirmSignUp(auth, token, readClient(context));
    const session = await sessionResponse(auth.tokens, user, grant);
    const values = {
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: session.token_type,
      type: type ?? '',
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
