import { AuthError } from '../errors.ts';

/** bcrypt reads no further. */
export const passwordMaximumBytes = 72;

/** What a password must be that a person sets. */
export interface PasswordRules {
  readonly minimumLength: number;
  /** Those that nobody may choose, in lower case. */
  readonly leaked: ReadonlySet<string>;
}

/** Why a password is easy to guess, or null; in GoTrue's words. */
export function findWeakness(
  password: string,
  { minimumLength, leaked }: PasswordRules,
): { message: string; reasons: string[] } | null {
  if (password.length < minimumLength) {
    return {
      message: `Password should be at least ${minimumLength} characters.`,
      reasons: ['length'],
    };
  }
  if (leaked.has(password.toLowerCase())) {
    return {
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      reasons: ['pwned'],
    };
  }
  return null;
}

/**
 * Whether bcrypt can hold a password whole.
 * @throws {AuthError} `validation_failed`
 */
export function checkPasswordFits(password: string): void {
  if (Buffer.byteLength(password) > passwordMaximumBytes) {
    throw new AuthError(
      'validation_failed',
      `Password cannot be longer than ${passwordMaximumBytes} characters`,
    );
  }
  if (password.includes('\0')) {
    throw new AuthError('validation_failed', 'Password cannot contain the character U+0000');
  }
}

/**
 * Whether a person may set this password.
 * @throws {AuthError} `weak_password` with its reasons, or `validation_failed` for one that bcrypt cannot hold
 */
export function checkNewPassword(password: string, rules: PasswordRules): void {
  checkPasswordFits(password);
  const weakness = findWeakness(password, rules);
  if (weakness) {
    throw new AuthError('weak_password', weakness.message, { reasons: weakness.reasons });
  }
}
