import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Replaces Vite's function for dynamic imports, which also fetches stylesheets and supports browsers without
 * modulepreload, by `src/lib/import-with-preloads.ts`. That makes the first load 0.6 kB smaller.
 */
export function smallPreloads(): Plugin {
  return {
    name: 'small-preloads',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) =>
      source === '\0vite/preload-helper.js'
        ? join(import.meta.dirname, '../src/lib/import-with-preloads.ts')
        : undefined,
  };
}
