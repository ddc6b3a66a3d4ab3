/** What Deno fetches by itself, and Node does not. */
export const isUnserved = (specifier: string): boolean => /^(https?|npm|jsr):/.test(specifier);

/** Thrown to a function that imports what is not served. */
export class UnservedImportError extends Error {
  override name = 'UnservedImportError';

  constructor(specifier: string) {
    super(`The import of "${specifier}" is not served here`);
  }
}

/** The import that a failure in a thread tells of, if it does: errors leave a thread as their text. */
export const unservedImportIn = (text: string): string | null =>
  /The import of "([^"\n]+)" is not served here/.exec(text)?.[1] ?? null;
