import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** The prefix of the names of the font files of text, which every document needs. */
export const TEXT_TYPEFACE = 'figtree-latin-wght-normal';

/**
 * Adds preload links to each document for its font files, so that text has its typeface in the first paint.
 *
 * @param wanted prefixes of font files' names, by the document's file name
 */
export function fontPreload(wanted: Readonly<Record<string, readonly string[]>>): Plugin {
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, filename }) {
        const files = Object.keys(bundle ?? {});
        return (wanted[basename(filename)] ?? []).map((name) => {
          const file = files.find((path) => path.includes(`/${name}-`) && path.endsWith('.woff2'));
          if (!file) throw new Error(`No font file named ${name} is part of the build.`);
          return {
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
            },
            injectTo: 'head-prepend' as const,
          };
        });
      },
    },
  };
}
