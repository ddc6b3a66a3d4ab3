/** One file of Vite's build manifest, by the name of its source. */
interface ManifestChunk {
  file: string;
  src?: string;
  imports?: string[];
}

export type Manifest = Record<string, ManifestChunk>;

/**
 * The JavaScript files that a page needs before it is usable: the entry, the
 * chunks that the router splits off its route files, and all that those import.
 *
 * @param entry the document's file
 * @param routes route files of the page, by their path from the web app's folder
 * @returns file names in the build's folder, each once
 * @throws when a route file has no place in the build: the budget would then be held for nothing
 */
export function firstLoadFiles(
  manifest: Manifest,
  entry: string,
  routes: readonly string[],
): string[] {
  const keys = Object.keys(manifest);
  const files = new Set<string>();

  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build's manifest names ${key}, which it does not hold.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };

  visit(entry);
  for (const route of routes) {
    keys.filter((key) => key.startsWith(`${route}?`)).forEach(visit);
  }
  return [...files].filter((file) => file.endsWith('.js'));
}
