/** Whether Deno can import a specifier that Node cannot. */
export const isUnsupported = (specifier: string): boolean => /^(https?|npm|jsr):/.test(specifier);

/** Thrown when a function imports a module that is not supported. */
export class UnsupportedImportError extends Error {
  override name = 'UnsupportedImportError';

  constructor(specifier: string) {
    super(`The import of "${specifier}" is not served here`);
  }
}

/** The specifier in the text of an UnsupportedImportError: errors leave a thread as text. Null for others. */
export const unsupportedImportIn = (text: string): string | null =>
  /The import of "([^"\n]+)" is not served here/.exec(text)?.[1] ?? null;
