import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isUnsupported, UnsupportedImportError } from './unsupported-import.ts';

/**
 * Records every source file that is imported from now on, and throws for unsupported imports.
 * @returns the list of files, which grows
 */
export function recordLoadedFiles(): readonly string[] {
  const files = new Set<string>();
  const list: string[] = [];
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (isUnsupported(specifier)) throw new UnsupportedImportError(specifier);
      const resolved = nextResolve(specifier, context);
      if (resolved.url.startsWith('file:') && !resolved.url.includes('/node_modules/')) {
        const path = fileURLToPath(resolved.url);
        if (!files.has(path)) list.push(path);
        files.add(path);
      }
      return resolved;
    },
  });
  return list;
}
