import * as z from 'zod/mini';
import { USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from './limits.ts';
import { isReservedUsername } from './reserved-username.ts';

/** Unaccented letters only, so that no name can look exactly like another. */
const CHARACTERS = /^[A-Za-z0-9._-]*$/;

/** After a mention, a dot or hyphen belongs to the sentence. */
const OUTER_PUNCTUATION = /^[.-]|[.-]$/;

/** A valid username; only the database knows whether it is free. */
export const usernameSchema = z.string().check(
  z.trim(),
  z.minLength(USERNAME_MIN_LENGTH, 'Username must be at least 3 characters long'),
  z.maxLength(
    USERNAME_MAX_LENGTH,
    `Username must be at most ${USERNAME_MAX_LENGTH} characters long`,
  ),
  z.regex(CHARACTERS, 'Username may only contain letters, digits, dots, underscores and hyphens'),
  z.refine(
    (username) => !OUTER_PUNCTUATION.test(username),
    'Username may not begin or end with a dot or hyphen',
  ),
  z.refine((username) => !isReservedUsername(username), 'This username is already taken'),
);

/** The form in which usernames are compared and shown after an `@`. */
export function usernameHandle(username: string): string {
  return username.toLowerCase();
}
