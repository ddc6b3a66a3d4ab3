import { validationFailed } from '../errors.ts';

/** E.164 without its plus, as GoTrue stores numbers. */
const format = /^[1-9]\d{1,14}$/;

/**
 * Converts a phone number into the form in which it is stored and compared: only digits.
 * @throws {AuthError} `validation_failed`
 */
export function normalizePhone(phone: string): string {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  if (format.test(digits)) return digits;
  throw validationFailed('Invalid phone number format (E.164 required)');
}
