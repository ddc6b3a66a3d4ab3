import type { Plugin } from 'vite';

/**
 * Adds a preload link for each font file whose name starts with one of the
 * given names, so that text appears in its own typeface with the first paint.
 */
export function fontPreload(names: string[]): Plugin {
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {});
        return names.map((name) => {
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
