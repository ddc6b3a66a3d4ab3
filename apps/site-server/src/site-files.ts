import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import * as z from 'zod/mini';

const compressBuffer = promisify(brotliCompress);

/** The suffix of the compressed copies of scripts, style sheets and WebAssembly in the build. */
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
  /** The compressed file; null for a type that compression does not make smaller. */
  readonly brotli: Promise<Buffer<ArrayBuffer>> | null;
  readonly headers: Record<string, string>;
}

/** The files that a page loads first, in addition to those in its document. */
interface Preload {
  readonly path: RegExp;
  /** Tags of a document's head. */
  readonly links: string;
}

const preloadsSchema = z.array(
  z.object({ path: z.string(), files: z.array(z.string().check(z.regex(/^\/[\w./$-]+$/))) }),
);

/**
 * Compresses a text with quality 5 for one response, or with 6 for all responses until the server stops. With 4, a
 * rendered page would be 7 % larger; 6 takes a fifth more time for 1 % less.
 */
export const compressText = (text: string | Buffer, quality: 5 | 6): Promise<Buffer<ArrayBuffer>> =>
  compressBuffer(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** Whether a path contains a folder whose name begins with a dot, which has the build's metadata. */
export const isHidden = (path: string): boolean => /\/\.[^/]*\//.test(path);

/**
 * Reads the preloads that the build has recorded for its pages.
 * @param folder the folder of the build
 */
export async function readPreloads(folder: string): Promise<readonly Preload[]> {
  const text = await readFile(join(folder, '.vite/preloads.json'), 'utf8').catch(() => '[]');
  return preloadsSchema.parse(JSON.parse(text)).map(({ path, files }) => ({
    // Ignores case, as the app's router does.
    path: new RegExp(path, 'i'),
    // The low priority lets the app's own code run first.
    links: files
      .map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low" />`)
      .join('\n    '),
  }));
}

/**
 * Reads the files of a build by their paths on the site. Without a build, as in development, there
 * are no files.
 */
export async function readSiteFiles(folder: string): Promise<Map<string, SiteFile>> {
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
    const body = await readFile(path);
    const isAsset = name.startsWith('/assets/');
    const copy = `${path}${compressedSuffix}`;
    const compress = () => (compressible.test(contentType) ? compressText(body, 6) : null);
    files.set(name, {
      body,
      brotli: paths.has(copy) ? readFile(copy) : compress(),
      headers: {
        'content-type': contentType,
        // The names of assets contain a hash of their content; other files may change with a release.
        'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
        // WordPress frames an embed in a sandbox, whose origin is null.
        ...(isAsset && { 'access-control-allow-origin': '*' }),
      },
    });
  }
  return files;
}
