import { AuthError, validationFailed } from '../errors.ts';

/** bcrypt ignores all bytes of a password after these. */
const passwordMaximumBytes = 72;

/** The rules for passwords that people set. */
export interface PasswordRules {
  readonly minimumLength: number;
  /** Refused passwords, in lower case. */
  readonly leaked: ReadonlySet<string>;
}

/** The reasons for which a password is weak, with GoTrue's message; null for a strong one. */
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
 * The form in which a new password is hashed: devices send the same letter with an accent as one code point
 * or as two.
 */
export const normalizePassword = (password: string): string => password.normalize('NFC');

export const passwordFits = (password: string): boolean =>
  Buffer.byteLength(password) <= passwordMaximumBytes;

/**
 * Checks that bcrypt would hash the whole password.
 * @throws {AuthError} `validation_failed`
 */
export function checkPasswordFits(password: string): void {
  if (!passwordFits(normalizePassword(password))) {
    throw validationFailed(
      `Password is too long: at most ${passwordMaximumBytes} letters, fewer with accents, emoji or Chinese`,
    );
  }
  if (password.includes('\0')) {
    throw validationFailed('Password cannot contain the character U+0000');
  }
}

/**
 * Checks a password that a person sets.
 * @throws {AuthError} `weak_password` with its reasons; see `checkPasswordFits`
 */
export function checkNewPassword(password: string, rules: PasswordRules): void {
  checkPasswordFits(password);
  const weakness = findWeakness(password, rules);
  if (weakness) {
    throw new AuthError('weak_password', weakness.message, { reasons: weakness.reasons });
  }
}
