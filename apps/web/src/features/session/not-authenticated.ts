import { errorMessage, isTokenRefused } from '#lib/backend-error.ts';

/** The message of the error that operations throw when they need an account and no user is signed in. */
export const NOT_AUTHENTICATED = 'User not authenticated';

/** Whether an operation failed because no user is signed in, or because the server refused the token. */
export function isNotAuthenticated(cause: unknown): boolean {
  return errorMessage(cause) === NOT_AUTHENTICATED || isTokenRefused(cause);
}
