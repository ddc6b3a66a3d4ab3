const preloaded = new Set<string>();

/**
 * Imports code after it has added preloads of the files that this code imports, so that the browser fetches
 * all at once. The build calls this function for each dynamic import (`vite/small-preloads.ts`).
 *
 * @param files their paths, relative to the root of the site
 */
export function __vitePreload<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  for (const file of files) {
    if (preloaded.has(file)) continue;
    preloaded.add(file);
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', href: `/${file}` }));
  }
  return load();
}
