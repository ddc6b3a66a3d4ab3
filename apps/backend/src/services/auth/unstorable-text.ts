import { DatabaseError } from 'pg';

/**
 * Whether PostgreSQL refused a value because its text has a character that it cannot store. JSON may contain a zero byte
 * or half of a surrogate pair, as in a provider's claims. No other error of JSON is possible, since it was parsed before.
 */
export const isUnstorableText = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  (error.code === '22P05' ||
    error.code === '22021' ||
    (error.code === '22P02' && error.message.endsWith('for type json')));
