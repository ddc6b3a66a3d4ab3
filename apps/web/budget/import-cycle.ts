import { importClosure } from '../vite/import-closure.ts';
import type { Manifest } from './first-load.ts';

/**
 * Finds built files that import each other in a cycle. The order in which they run depends on the page,
 * and the imports of the first may not be initialised yet.
 *
 * @returns all files that are part of a cycle
 */
export function importCycle(manifest: Manifest): string[] {
  const importsOf = (key: string) => manifest[key]?.imports ?? [];
  return Object.entries(manifest)
    .filter(([key]) => importClosure(importsOf(key), importsOf).has(key))
    .map(([, { file }]) => file);
}
