import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Whether a specifier can be imported by Deno but not by Node. */
export const isUnsupported = (specifier: string): boolean => /^(https?|npm|jsr):/.test(specifier);

/** Thrown when a function imports a module that is not supported. */
class UnsupportedImportError extends Error {
  override name = 'UnsupportedImportError';

  constructor(specifier: string) {
    super(`The import of "${specifier}" is not served here`);
  }
}

/** Finds the specifier in the text of an UnsupportedImportError, since errors leave a thread as text; or null. */
export const unsupportedImportIn = (text: string): string | null =>
  /The import of "([^"\n]+)" is not served here/.exec(text)?.[1] ?? null;

/**
 * Records every source file that is imported from now on, and throws for unsupported imports.
 * @returns the files' absolute paths; later imports are added to the set
 */
export function recordLoadedFiles(): ReadonlySet<string> {
  const files = new Set<string>();
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (isUnsupported(specifier)) throw new UnsupportedImportError(specifier);
      const resolved = nextResolve(specifier, context);
      if (resolved.url.startsWith('file:') && !resolved.url.includes('/node_modules/')) {
        files.add(fileURLToPath(resolved.url));
      }
      return resolved;
    },
  });
  return files;
}
