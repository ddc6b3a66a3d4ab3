import { errorCode } from '#lib/error-code.ts';
import { errorMessage } from '#lib/error-message.ts';
import { limitReason } from '#lib/limit-reason.ts';

/** Why the server did not take a comment, in its own words: too many, or a reply to what is gone; undefined otherwise. */
export function refusalReason(cause: unknown): string | undefined {
  return errorCode(cause) === '23503' ? errorMessage(cause) : limitReason(cause);
}
