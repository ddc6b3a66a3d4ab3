import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isUnserved, UnservedImportError } from './unsupported-import.ts';

/**
 * Notes every source file that is imported from now on, and refuses by name what Node cannot import.
 * @returns the list, which grows
 */
export function recordLoadedFiles(): readonly string[] {
  const files = new Set<string>();
  const list: string[] = [];
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (isUnserved(specifier)) throw new UnservedImportError(specifier);
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
