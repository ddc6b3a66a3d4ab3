import { z } from 'zod';
import { validationFailed } from '../errors.ts';

/** Width of auth.users.email. */
const maximumLength = 255;

const format = z.email({ pattern: z.regexes.html5Email });

/**
 * Converts an address into the form in which it is stored and compared: lower case.
 * @throws {AuthError} `validation_failed` in GoTrue's words
 */
export function normalizeEmail(address: string): string {
  if (address === '') throw validationFailed('An email address is required');
  if (address.length > maximumLength) throw validationFailed('An email address is too long');
  if (!format.safeParse(address).success) {
    throw validationFailed('Unable to validate email address: invalid format');
  }
  return address.toLowerCase();
}
