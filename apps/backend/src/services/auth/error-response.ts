import { DatabaseError } from 'pg';
import { RequestError, type RequestErrorCode } from '../../lib/request-error.ts';
import type { GatewayContext } from '../../http/service.ts';
import { AuthError, type AuthErrorCode, isErrorStatus, validationFailed } from './errors.ts';
import { isUnstorableText } from './unstorable-text.ts';

const versionHeader = 'x-supabase-api-version';

/** The first version of the API whose bodies have the error's code in `code`. */
const firstVersionWithCode = '2024-01-01';

const codeOf: Record<RequestErrorCode, AuthErrorCode> = {
  missing_api_key: 'no_authorization',
  bad_api_key: 'no_authorization',
  bad_jwt: 'bad_jwt',
  jwt_expired: 'bad_jwt',
  session_not_found: 'session_not_found',
  body_too_large: 'request_entity_too_large',
  bad_body: 'bad_json',
  rate_limited: 'over_request_rate_limit',
  uri_too_long: 'validation_failed',
  not_found: 'unknown',
  not_supported: 'feature_disabled',
  timeout: 'request_timeout',
  unavailable: 'unexpected_failure',
};

/**
 * Converts an error that a project's triggers on the auth tables raised. The violation of a constraint
 * has the name of its table and is not shown; an error raised on purpose has none, and its message is
 * for people.
 */
const fromDatabase = (error: DatabaseError): AuthError | null => {
  const { code = '' } = error;
  if (isUnstorableText(error)) {
    return validationFailed('The text contains a character that cannot be stored');
  }
  // A lock was not free in time, or the statement took too long. The message is GoTrue's.
  if (code === '55P03' || code === '57014') {
    return new AuthError(
      'request_timeout',
      'Processing this request timed out, please retry after a moment.',
      { cause: error },
    );
  }
  if (error.constraint || error.table) return null;
  const status = Number(/^PT([45]\d\d)$/.exec(code)?.[1]);
  if (isErrorStatus(status)) {
    return new AuthError('unexpected_failure', error.message, { status, cause: error });
  }
  if (code === '23505') return new AuthError('conflict', error.message, { cause: error });
  if (code === 'P0001' || code.startsWith('23')) {
    return validationFailed(error.message, { status: 422, cause: error });
  }
  return null;
};

/** Converts any error. An unexpected one does not show its cause. */
export const toAuthError = (error: Error): AuthError => {
  if (error instanceof AuthError) return error;
  if (error instanceof RequestError) {
    const { code, message, headers } = error;
    // GoTrue refuses tokens with 403, the gateway with 401.
    return code === 'bad_jwt' || code === 'jwt_expired' || code === 'session_not_found'
      ? new AuthError(codeOf[code], message, { headers })
      : new AuthError(codeOf[code], message, { status: error.status, headers });
  }
  return (
    (error instanceof DatabaseError ? fromDatabase(error) : null) ??
    new AuthError(
      'unexpected_failure',
      'Unexpected failure, please check server logs for more information',
      { cause: error },
    )
  );
};

const toBody = (error: AuthError, hasCodeField: boolean, requestId: string) => {
  const weak = error.reasons ? { weak_password: { reasons: error.reasons } } : {};
  if (hasCodeField) return { code: error.code, message: error.message, ...weak };
  return {
    code: error.status,
    error_code: error.code,
    msg: error.message,
    ...(error.status >= 500 ? { error_id: requestId } : {}),
    ...weak,
  };
};

/** Creates the response for an error in GoTrue's shape, in the version of the API that the request names. */
export function errorResponse(error: Error, context: GatewayContext): Response {
  const refusal = toAuthError(error);
  const requestedVersion = context.req.header(versionHeader) ?? '';
  // ISO dates sort as text.
  const hasCodeField =
    /^\d{4}-\d\d-\d\d$/.test(requestedVersion) && requestedVersion >= firstVersionWithCode;
  if (hasCodeField) context.header(versionHeader, firstVersionWithCode);
  context.header('x-sb-error-code', refusal.code);
  for (const [name, value] of Object.entries(refusal.headers)) context.header(name, value);
  return context.json(toBody(refusal, hasCodeField, context.get('requestId')), refusal.status);
}
