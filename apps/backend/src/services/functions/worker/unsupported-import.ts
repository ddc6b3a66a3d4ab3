/** Whether a specifier can be imported by Deno but not by Node. */
export const isUnsupported = (specifier: string): boolean => /^(https?|npm|jsr):/.test(specifier);

/** Thrown when a function imports a module that is not supported. */
export class UnsupportedImportError extends Error {
  override name = 'UnsupportedImportError';

  constructor(specifier: string) {
    super(`The import of "${specifier}" is not served here`);
  }
}

/** Finds the specifier in the text of an UnsupportedImportError, since errors leave a thread as text; or null. */
export const unsupportedImportIn = (text: string): string | null =>
  /The import of "([^"\n]+)" is not served here/.exec(text)?.[1] ?? null;
