import { errorCode, errorMessage } from '#lib/backend-error.ts';

const WORDS = 'User not authenticated';

/** PostgREST's codes for a token that it does not take, or no more. */
const TOKEN_REFUSED = new Set(['PGRST301', 'PGRST303']);

/** Thrown by what needs an account when nobody is signed in. */
export class NotAuthenticatedError extends Error {
  override name = 'NotAuthenticatedError';

  constructor() {
    super(WORDS);
  }
}

/** Whether something failed because nobody is signed in: here, or by what the server knows. */
export function isNotAuthenticated(cause: unknown): boolean {
  return errorMessage(cause) === WORDS || TOKEN_REFUSED.has(errorCode(cause) ?? '');
}
