import { errorCode } from '#lib/error-code.ts';
import { errorMessage } from '#lib/error-message.ts';

/** What the database refuses in words that are meant for people: too many comments, and a reply to what is gone. */
const IN_WORDS = new Set(['PT429', '23503']);

/** Why the server did not take a comment, in its own words; undefined where it was no answer of its own. */
export function refusalReason(cause: unknown): string | undefined {
  return IN_WORDS.has(errorCode(cause) ?? '') ? errorMessage(cause) : undefined;
}
