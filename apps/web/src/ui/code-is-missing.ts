import { logFailure } from '#lib/log.ts';
import { toast } from './toast.ts';

/** Tells of a part of the page that could not be fetched when it was needed: the next try fetches it again. */
export function sayCodeIsMissing(cause: unknown): void {
  logFailure('A part of the page could not be fetched.', cause);
  toast.error('Error', { description: 'An unexpected error occurred. Please try again.' });
}

/** For what is fetched ahead: whether that works is only of interest when it is needed. */
export function ignore(): void {}
