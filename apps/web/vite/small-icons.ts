import { join } from 'node:path';
import type { Plugin } from 'vite';

const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/** What the drawing of an icon does not need: its names, its size, React keys, and a statement without effect. */
const UNUSED =
  /^\s*(name: "[^"]*"|size: 24),$|,?\s*key: "[^"]*"|,\s*aliases: \[[^\]]*\]|^__iconData\.node;$/gm;

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
      ICON.test(id) ? { code: code.replaceAll(UNUSED, ''), map: null } : undefined,
  };
}
