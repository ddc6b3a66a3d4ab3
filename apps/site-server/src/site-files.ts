import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import * as z from 'zod/mini';

const compress = promisify(brotliCompress);

/** The build brings scripts, stylesheets and WebAssembly compressed as well, under their name and this. */
const compressedSuffix = '.br';

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const compressible = /^(text\/|application\/(json|manifest)|image\/svg)/;

/** A file of the build, held in memory. */
export interface SiteFile {
  readonly body: Buffer<ArrayBuffer>;
  /** The file compressed; null for one that does not get smaller. */
  readonly brotli: Promise<Buffer<ArrayBuffer>> | null;
  readonly headers: Record<string, string>;
}

/** The files that the page at a path begins with, beyond those that its document names. */
interface Preload {
  readonly path: RegExp;
  /** Tags of a document's head. */
  readonly links: string;
}

const preloadsSchema = z.array(
  z.object({ path: z.string(), files: z.array(z.string().check(z.regex(/^\/[\w./$-]+$/))) }),
);

/** Compresses a text for one answer (4) or for as long as the server runs (6). */
export const compressText = (text: string | Buffer, quality: 4 | 6): Promise<Buffer<ArrayBuffer>> =>
  compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** Whether a path leads through a folder whose name begins with a dot: the build's own, and no page's. */
export const isHidden = (path: string): boolean => /\/\.[^/]*\//.test(path);

/**
 * Reads the preloads that the build notes for its pages; none for a build without notes.
 * @param folder of the build
 */
export async function readPreloads(folder: string): Promise<readonly Preload[]> {
  const text = await readFile(join(folder, '.vite/preloads.json'), 'utf8').catch(() => '[]');
  return preloadsSchema.parse(JSON.parse(text)).map(({ path, files }) => ({
    // In any case, as the app's router matches paths.
    path: new RegExp(path, 'i'),
    // With low priority: the app's own code runs first.
    links: files
      .map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low" />`)
      .join('\n    '),
  }));
}

/**
 * Reads the files of a build by their paths on the site. Without a build, as in development, there
 * are none.
 * @param withSettings puts the installation's settings into a document
 */
export async function readSiteFiles(
  folder: string,
  withSettings: (html: string) => string,
): Promise<Map<string, SiteFile>> {
  const files = new Map<string, SiteFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = new Set(
    entries.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  );
  const isCompressedCopy = (path: string) =>
    path.endsWith(compressedSuffix) && paths.has(path.slice(0, -compressedSuffix.length));
  for (const path of paths) {
    if (isCompressedCopy(path)) continue;
    const name = `/${relative(folder, path).split(sep).join('/')}`;
    if (isHidden(name)) continue;
    const contentType = contentTypes[extname(name)] ?? 'application/octet-stream';
    const source = await readFile(path);
    const body = name.endsWith('.html') ? Buffer.from(withSettings(source.toString())) : source;
    const copy = `${path}${compressedSuffix}`;
    const compressed = compressible.test(contentType) ? compressText(body, 6) : null;
    files.set(name, {
      body,
      brotli: paths.has(copy) ? readFile(copy) : compressed,
      headers: {
        'content-type': contentType,
        // Names of assets hold a hash of their content; all others may change with a release.
        'cache-control': name.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
      },
    });
  }
  return files;
}
