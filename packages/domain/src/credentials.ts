import * as z from 'zod/mini';
import { PASSWORD_MIN_LENGTH } from './limits.ts';
import { usernameSchema } from './username.ts';

/** bcrypt reads no more bytes than this. */
export const PASSWORD_MAX_BYTES = 72;

/** What a form with a new password says before the rule is broken. The server refuses common passwords. */
export const PASSWORD_RULE = `At least ${PASSWORD_MIN_LENGTH} characters, and not a common password`;

const utf8Length = (text: string): number =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/%[0-9A-F]{2}/g, ' ').length;

const FILL_IN = 'Please fill in all fields';

const emailSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: FILL_IN, abort: true }),
    z.email('Please enter a valid email address'),
  );

const newPasswordSchema = z.string().check(
  z.minLength(1, { error: FILL_IN, abort: true }),
  z.minLength(
    PASSWORD_MIN_LENGTH,
    `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`,
  ),
  z.refine(
    (password) => utf8Length(password.normalize()) <= PASSWORD_MAX_BYTES,
    `Password is too long: at most ${PASSWORD_MAX_BYTES} letters, fewer with accents, emoji or Chinese`,
  ),
);

const newUsernameSchema = z.pipe(
  z.string().check(z.trim(), z.minLength(1, FILL_IN)),
  usernameSchema,
);

/** The form of a sign-in. Any password is accepted, since the rules for new ones may have changed. */
export const signInSchema = z.object({
  email: emailSchema,
  password: z.string().check(z.minLength(1, FILL_IN)),
});

/** The form of a sign-up. */
export const signUpSchema = z.object({
  email: emailSchema,
  password: newPasswordSchema,
  username: newUsernameSchema,
});

/** The form of a password recovery. */
export const recoverySchema = z.object({ email: emailSchema });

/** The form of a new password for an existing account. */
export const passwordChangeSchema = z.object({ password: newPasswordSchema });

/** The form of a username for an account without one, e.g. from a sign-in provider. */
export const usernameChoiceSchema = z.object({ username: newUsernameSchema });
