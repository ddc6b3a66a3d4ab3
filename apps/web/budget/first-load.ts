import { importClosure } from '../vite/import-closure.ts';

/** An entry of Vite's build manifest. */
interface ManifestChunk {
  file: string;
  imports?: string[];
}

export type Manifest = Record<string, ManifestChunk>;

/** The files that pages need first in addition to those of their document, by a pattern of their paths; see `vite/page-preloads.ts`. */
export type Preloads = readonly { path: string; files: readonly string[] }[];

/**
 * The JavaScript files that a page needs before it is usable: those of its document with all their
 * imports, and the page's preloads.
 *
 * @param document the file name of the page's document
 * @param path the path of the page; only pages of the app have preloads
 * @returns file names in the build's folder, each once
 * @throws when the build does not list the page, because its budget could then not be checked
 */
export function firstLoadFiles(
  manifest: Manifest,
  preloads: Preloads,
  document: string,
  path: string,
): string[] {
  const chunkOf = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build's manifest imports ${key}, which it does not contain.`);
    return chunk;
  };
  const keys = importClosure([document], (key) => chunkOf(key).imports ?? []);
  const files = new Set([...keys].map((key) => chunkOf(key).file));

  if (document === 'index.html') {
    const page = preloads.find((each) => new RegExp(each.path).test(path));
    if (!page) throw new Error(`The build lists no preloads for ${path}.`);
    for (const file of page.files) files.add(file.replace(/^\//, ''));
  }
  return [...files].filter((file) => file.endsWith('.js'));
}
