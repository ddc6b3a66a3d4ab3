import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { HttpError, type HttpErrorOptions } from '../../lib/request-error.ts';

/** The auth service's error codes, which are GoTrue's, each with its HTTP status. */
const statuses = {
  anonymous_provider_disabled: 422,
  bad_code_verifier: 400,
  bad_json: 400,
  bad_jwt: 403,
  bad_oauth_callback: 400,
  bad_oauth_state: 400,
  conflict: 409,
  current_password_invalid: 400,
  email_conflict_identity_not_deletable: 422,
  email_exists: 422,
  email_not_confirmed: 400,
  email_provider_disabled: 422,
  feature_disabled: 400,
  flow_state_already_used: 400,
  flow_state_expired: 422,
  flow_state_not_found: 404,
  identity_already_exists: 422,
  identity_not_found: 422,
  insufficient_aal: 403,
  invalid_credentials: 400,
  manual_linking_disabled: 404,
  mfa_challenge_expired: 422,
  mfa_factor_name_conflict: 422,
  mfa_factor_not_found: 404,
  mfa_ip_address_mismatch: 422,
  mfa_phone_enroll_not_enabled: 422,
  mfa_phone_verify_not_enabled: 422,
  mfa_totp_enroll_not_enabled: 422,
  mfa_totp_verify_not_enabled: 422,
  mfa_verification_failed: 422,
  mfa_verified_factor_exists: 422,
  mfa_webauthn_enroll_not_enabled: 422,
  mfa_webauthn_verify_not_enabled: 422,
  no_authorization: 401,
  not_admin: 403,
  oauth_client_state_not_found: 422,
  oauth_provider_not_supported: 400,
  otp_disabled: 422,
  otp_expired: 403,
  over_email_send_rate_limit: 429,
  over_request_rate_limit: 429,
  over_sms_send_rate_limit: 429,
  passkey_disabled: 404,
  phone_provider_disabled: 400,
  reauthentication_needed: 400,
  reauthentication_not_valid: 422,
  provider_email_needs_verification: 422,
  refresh_token_already_used: 400,
  refresh_token_not_found: 400,
  request_entity_too_large: 413,
  request_timeout: 504,
  same_password: 422,
  saml_provider_disabled: 404,
  session_expired: 400,
  session_not_found: 403,
  signup_disabled: 422,
  single_identity_not_deletable: 422,
  too_many_enrolled_mfa_factors: 422,
  unexpected_failure: 500,
  unknown: 404,
  user_already_exists: 422,
  user_banned: 403,
  user_not_found: 404,
  validation_failed: 400,
  weak_password: 422,
  web3_provider_disabled: 422,
} as const satisfies Record<string, ContentfulStatusCode>;

export type AuthErrorCode = keyof typeof statuses;

export interface AuthErrorOptions extends HttpErrorOptions {
  /** Set where GoTrue uses another status for the same code. */
  readonly status?: ContentfulStatusCode;
  /** Reasons for which a password is weak: `length`, `pwned`. */
  readonly reasons?: readonly string[];
}

/** An error of the auth service; `errorResponse` writes it in GoTrue's shape. */
export class AuthError extends HttpError<AuthErrorCode> {
  override name = 'AuthError';

  readonly reasons: readonly string[] | null;

  constructor(code: AuthErrorCode, message: string, options: AuthErrorOptions = {}) {
    super(options.status ?? statuses[code], code, message, options);
    this.reasons = options.reasons ?? null;
  }
}

/** Whether a project may refuse with this status. */
export const isErrorStatus = (status: unknown): status is AuthError['status'] =>
  typeof status === 'number' && status >= 400 && status <= 599;

/** The error for an e-mail address that another account has. */
export const emailExists = (cause?: unknown, status: 400 | 422 = 422) =>
  new AuthError('email_exists', 'A user with this email address has already been registered', {
    status,
    cause,
  });

/** The same error for an unknown e-mail and a wrong password, so that it does not reveal accounts. */
export const invalidCredentials = () =>
  new AuthError('invalid_credentials', 'Invalid login credentials');

/** The error for a request that is malformed or contradicts itself. */
export const validationFailed = (message: string, options?: AuthErrorOptions) =>
  new AuthError('validation_failed', message, options);

/** The error for a feature of GoTrue that this service does not have. */
export const notServed = (what: string) =>
  new AuthError('feature_disabled', `${what} is not served here`);
