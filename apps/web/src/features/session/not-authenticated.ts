import { errorMessage, isTokenRefused } from '#lib/backend-error.ts';

/** The message of the error that operations throw which need an account when nobody is signed in. */
export const NOT_AUTHENTICATED = 'User not authenticated';

/** Whether an operation failed because nobody is signed in, or because the server refused the token. */
export function isNotAuthenticated(cause: unknown): boolean {
  return errorMessage(cause) === NOT_AUTHENTICATED || isTokenRefused(cause);
}
