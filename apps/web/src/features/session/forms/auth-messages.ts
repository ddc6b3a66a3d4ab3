import { errorCode, errorMessage } from '#lib/backend-error.ts';

/** Messages by error code of the auth service, for codes whose own message is too technical. */
const messages: Record<string, string> = {
  current_password_invalid: 'That is not your current password.',
  email_exists: 'Another account has this email address.',
  email_not_confirmed: 'Please confirm your email address first.',
  insufficient_aal: 'Please enter a code of your second factor first.',
  mfa_challenge_expired: 'That took a little long. Please enter a new code.',
  mfa_phone_enroll_not_enabled: 'Codes by text message are not offered here.',
  mfa_verification_failed: 'That code is not right. Try the newest one.',
  mfa_verification_rejected: 'That code was refused. Please try again.',
  otp_expired: 'That code is not right, or it has expired. Ask for a new one.',
  over_email_send_rate_limit: 'A mail was sent just now. Please wait a minute before the next one.',
  over_request_rate_limit: 'That was a lot of tries. Please wait a moment.',
  over_sms_send_rate_limit: 'A code was sent just now. Please wait a minute before the next one.',
  reauthentication_not_valid: 'That code is not right. Ask for a new one.',
  same_password: 'That is your password already. Choose another one.',
  session_not_found: 'You were signed out in the meantime. Please sign in again.',
  too_many_enrolled_mfa_factors: 'You have as many second factors as an account can have.',
  user_banned: 'This account cannot sign in at the moment.',
};

/** Whether auth-js received no response, or only one of a proxy. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AuthRetryableFetchError';

/** The message to show for an error of the auth service: the app's own, or else the server's. */
export function authMessage(error: unknown): string {
  if (isUnanswered(error)) return 'No answer came. Please check your connection and try again.';
  return messages[errorCode(error) ?? ''] ?? errorMessage(error);
}
