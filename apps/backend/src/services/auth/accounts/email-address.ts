import { z } from 'zod';
import { AuthError } from '../errors.ts';

/** Width of auth.users.email. */
const maximumLength = 255;

const format = z.email({ pattern: z.regexes.html5Email });

/**
 * Converts an address into the form in which it is stored and compared: lower case.
 * @throws {AuthError} `validation_failed` in GoTrue's words
 */
export function normalizeEmail(address: string): string {
  if (address === '') throw new AuthError('validation_failed', 'An email address is required');
  if (address.length > maximumLength) {
    throw new AuthError('validation_failed', 'An email address is too long');
  }
  if (!format.safeParse(address).success) {
    throw new AuthError('validation_failed', 'Unable to validate email address: invalid format');
  }
  return address.toLowerCase();
}
