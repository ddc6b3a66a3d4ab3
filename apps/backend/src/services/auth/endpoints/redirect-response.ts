import type { GatewayContext } from '../../../http/service.ts';
import { toAuthError } from '../error-response.ts';
import type { sessionResponse } from '../sessions/sessions.ts';
import { ProviderRefusal } from '../oauth/exchange-provider-code.ts';

/** The parameters of a redirect. */
type Values = Readonly<Record<string, string>>;

/** OAuth 2's error codes by HTTP status. */
const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
};

/** Errors that concern the person rather than the request. */
const denials: ReadonlySet<string> = new Set([
  'signup_disabled',
  'user_banned',
  'provider_email_needs_verification',
]);

/** Converts an error to the parameters of a redirect, in GoTrue's words. Failures of this server are logged. */
export function describeError(error: unknown, context: GatewayContext): Values {
  if (error instanceof ProviderRefusal) {
    return { error: error.error, error_description: error.message };
  }
  const failure = toAuthError(error instanceof Error ? error : new Error(String(error)));
  if (failure.status >= 500) context.get('log').error({ err: failure }, 'sign-in failed');
  return {
    error: denials.has(failure.code)
      ? 'access_denied'
      : (oauthErrors[failure.status] ?? 'server_error'),
    error_code: failure.code,
    error_description: failure.message,
  };
}

export function withQuery(target: string, values: Values): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** Puts values into the fragment; `sb` marks them as a response to auth-js. */
function withFragment(target: string, values: Values): string {
  const url = new URL(target);
  url.hash = new URLSearchParams({ ...values, sb: '' }).toString();
  return url.href;
}

/** Puts a session into the fragment, with further values. */
export const withSession = (
  target: string,
  session: Awaited<ReturnType<typeof sessionResponse>>,
  rest: Values,
): string =>
  withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    ...rest,
  });

/** Puts values into both query and fragment, as GoTrue does with errors. */
export const withBoth = (target: string, values: Values): string =>
  withFragment(withQuery(target, values), values);
