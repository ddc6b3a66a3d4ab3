import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Hono } from 'hono';
import type { GatewayEnv } from './service.ts';

/** Where `npm run build` puts the web app. */
export const siteFolder = join(import.meta.dirname, '../../../web/dist');

const compress = promisify(brotliCompress);

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.woff2': 'font/woff2',
};

const compressible = /^(text\/|application\/(json|manifest)|image\/svg)/;

interface SiteFile {
  readonly body: Buffer<ArrayBuffer>;
  readonly brotli: Promise<Buffer<ArrayBuffer>> | null;
  readonly headers: Record<string, string>;
}

/** What the page is told at run time, so that one build serves every installation. */
export interface SiteConfig {
  /** `/` means the origin that the page came from. */
  readonly supabaseUrl: string;
  readonly publishableKey: string;
}

const marker = '<!--undertone-config-->';

/** Puts the settings into the page as JSON that no string in it can break out of. */
const withConfig = (html: string, config: SiteConfig): string =>
  html.replace(
    marker,
    () =>
      `<script type="application/json" id="undertone-config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>`,
  );

const readSite = async (folder: string, config: SiteConfig): Promise<Map<string, SiteFile>> => {
  const files = new Map<string, SiteFile>();
  // Without a build (development, tests of the API alone) there is no site to serve.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = `/${relative(folder, path).split(sep).join('/')}`;
    const contentType = contentTypes[extname(name)] ?? 'application/octet-stream';
    const isPage = name.endsWith('.html');
    const source = await readFile(path);
    const body = isPage ? Buffer.from(withConfig(source.toString(), config)) : source;
    files.set(name, {
      body,
      brotli: compressible.test(contentType)
        ? compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
        : null,
      headers: {
        'content-type': contentType,
        // Built names carry a hash of their content; all others may change with a release.
        'cache-control': name.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
      },
    });
  }
  return files;
};

/**
 * Serves the built site from memory: files by name, the front door as a document
 * of its own, and the app's page for every other path, since routes are the app's.
 *
 * @param folder of the build; read once, at start
 */
export async function createSite(folder: string, config: SiteConfig): Promise<Hono<GatewayEnv>> {
  const files = await readSite(folder, config);
  const site = new Hono<GatewayEnv>();

  site.get('*', async (context) => {
    const { path } = context.req;
    const file =
      files.get(path === '/' ? '/landing.html' : path) ??
      (extname(path) === '' || !path.startsWith('/assets/') ? files.get('/index.html') : undefined);
    if (!file) return context.text('Not found', 404);
    const headers = { ...file.headers, vary: 'accept-encoding' };
    const takesBrotli = /\bbr\b/.test(context.req.header('accept-encoding') ?? '');
    if (file.brotli && takesBrotli) {
      return context.body(await file.brotli, 200, { ...headers, 'content-encoding': 'br' });
    }
    return context.body(file.body, 200, headers);
  });

  return site;
}
