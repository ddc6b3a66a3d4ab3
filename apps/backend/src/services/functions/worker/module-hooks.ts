import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isUnsupported, UnsupportedImportError } from './unsupported-import.ts';

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
