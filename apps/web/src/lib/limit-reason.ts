import { errorCode } from './error-code.ts';
import { errorMessage } from './error-message.ts';

/**
 * Why the database takes no more of something for now, in its own words, which are meant for
 * people; undefined where something else went wrong.
 */
export function limitReason(cause: unknown): string | undefined {
  return errorCode(cause) === 'PT429' ? errorMessage(cause) : undefined;
}
