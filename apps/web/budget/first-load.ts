/** One file of Vite's build manifest, by the name of its source. */
interface ManifestChunk {
  file: string;
  imports?: string[];
}

export type Manifest = Record<string, ManifestChunk>;

/** What the build says that pages begin with beyond their document, by a pattern of their paths; see `vite/page-preloads.ts`. */
export type Preloads = readonly { path: string; files: readonly string[] }[];

/**
 * The JavaScript files that a page needs before it is usable: those that its document
 * names with all that they import, and those that the page begins with.
 *
 * @param document the file of it
 * @param path of the page; a document of its own begins with nothing else
 * @returns file names in the build's folder, each once
 * @throws when the build does not know the page: the budget would then be held for nothing
 */
export function firstLoadFiles(
  manifest: Manifest,
  preloads: Preloads,
  document: string,
  path: string,
): string[] {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build's manifest names ${key}, which it does not hold.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  visit(document);

  if (path !== '/') {
    const page = preloads.find((each) => new RegExp(each.path).test(path));
    if (!page) throw new Error(`The build says of no page what ${path} begins with.`);
    for (const file of page.files) files.add(file.replace(/^\//, ''));
  }
  return [...files].filter((file) => file.endsWith('.js'));
}
