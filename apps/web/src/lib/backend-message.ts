import { errorCode } from './error-code.ts';

/**
 * What the backend itself has said of a failure. Undefined where it was not
 * reached, or what came back is no answer of its services.
 */
export function backendMessage(error: unknown): string | undefined {
  const answered = (errorCode(error) ?? '') !== '';
  return answered && error instanceof Error && error.message !== '' ? error.message : undefined;
}
