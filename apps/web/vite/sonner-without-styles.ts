import type { Plugin } from 'vite';

/**
 * Takes the call out of sonner that writes its style sheet into the page: the
 * site's content security policy forbids inline styles, and src/ui/toaster.tsx
 * imports the same sheet as a file.
 */
export function sonnerWithoutStyles(): Plugin {
  const insertion = /^__insertCSS\("(?:[^"\\]|\\.)*"\);?$/m;
  return {
    name: 'sonner-without-styles',
    apply: 'build',
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        if (!insertion.test(code)) throw new Error('sonner no longer inserts its styles this way.');
        return { code: code.replace(insertion, ''), map: null };
      },
    },
  };
}
