import { z } from 'zod';
import type { Caller } from '../../../identity/caller.ts';
import { errors } from '../errors.ts';

/** The end of the year 9999, s since 1970: the last date that every reader of a token can represent. */
const lastSecond = 253_402_300_799;

/** The lifetime of a signed URL, seconds. */
export const expiresInSchema = z
  .number()
  .int()
  .min(1)
  .refine((seconds) => Date.now() / 1000 + seconds <= lastSecond, 'must end before the year 10000');

/** Longest lifetime of a signed URL for reading, s: as long as the app lets an avatar's URL live. */
const longestLifetime = 3600;

/**
 * Limits the lifetime of a signed URL for reading, which cannot be revoked. The secret key has no limit.
 * @throws {StorageError} InvalidParameter
 */
export function checkExpiresIn({ role }: Caller, expiresIn: number): void {
  if (role === 'service_role' || expiresIn <= longestLifetime) return;
  throw errors.invalidParameter(
    `Invalid Parameter expiresIn: a signed URL lives ${longestLifetime} seconds at most here`,
  );
}
