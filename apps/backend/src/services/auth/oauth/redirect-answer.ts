import type { GatewayContext } from '../../../http/service.ts';
import { toAuthError } from '../error-response.ts';
import { ProviderRefusal } from './ask-profile.ts';

/** What a redirect says to the page that it leads to. */
type Values = Readonly<Record<string, string>>;

/** What OAuth 2 calls a refusal of this status. */
const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
};

/** Refusals of the person rather than of the request. */
const denials: ReadonlySet<string> = new Set([
  'signup_disabled',
  'user_banned',
  'provider_email_needs_verification',
]);

/** What went wrong, in GoTrue's words; what is our own fault is logged. */
export function describeFailure(error: unknown, context: GatewayContext): Values {
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

/** As it comes in the fragment: `sb` tells auth-js whose answer it is. */
export function withFragment(target: string, values: Values): string {
  const url = new URL(target);
  url.hash = new URLSearchParams({ ...values, sb: '' }).toString();
  return url.href;
}

/** GoTrue says what went wrong in both places. */
export const withFailure = (target: string, values: Values): string =>
  withFragment(withQuery(target, values), values);
