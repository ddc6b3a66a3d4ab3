import { join } from 'node:path';
import type { Plugin } from 'vite';

const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/**
 * Makes lucide-react's icons smaller in the build: they are drawn by `src/ui/create-icon.ts`, without options for
 * sizes, colours and classes, and have no names and no React keys, which do not compress.
 */
export function smallIcons(): Plugin {
  return {
    name: 'small-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) =>
      source === '../createLucideIcon.mjs'
        ? join(import.meta.dirname, '../src/ui/create-icon.ts')
        : undefined,
    transform: (code, id) =>
      ICON.test(id)
        ? { code: code.replaceAll(/^\s*name: "[^"]*",$|,?\s*key: "[^"]*"/gm, ''), map: null }
        : undefined,
  };
}
