import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { imagePreload, renderHead } from './page-head.ts';
import { PagePreviews } from './page-previews.ts';
import type { AskFunction } from './site-functions.ts';
import { isEmbed } from './security-headers.ts';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';

/** Where `npm run build` puts the web app. */
export const siteFolder = join(import.meta.dirname, '../../web/dist');

const compress = promisify(brotliCompress);

/** The build brings scripts and stylesheets compressed as well, under their name and this. */
const compressedSuffix = '.br';

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

const preloadsSchema = z.array(
  z.object({ path: z.string(), files: z.array(z.string().check(z.regex(/^\/[\w./$-]+$/))) }),
);

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
  /** Whom the public pages tell people to write to. */
  readonly contactEmail: string | null;
}

const marker = '<!--undertone-config-->';

/** The place in a page that says what it is about, between these two. */
const head = /<!--undertone-head-->.*<!--\/undertone-head-->/s;

/** The end of a document's head: what a page begins with comes behind what all pages need. */
const headEnd = '</head>';

/** Data for a page's script, as JSON that no string in it can break out of. */
const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** Puts the settings into the page. */
const withConfig = (html: string, config: SiteConfig): string =>
  html.replace(marker, () => dataBlock('undertone-config', config));

/** Which files the page at a path begins with, beyond those that its document names. */
interface Preload {
  readonly path: RegExp;
  readonly links: string;
}

/** What the build knows of its pages; nothing where a build tells nothing. */
const readPreloads = async (folder: string): Promise<readonly Preload[]> => {
  const text = await readFile(join(folder, '.vite/preloads.json'), 'utf8').catch(() => '[]');
  return preloadsSchema.parse(JSON.parse(text)).map(({ path, files }) => ({
    // In any case, as the app's router takes them.
    path: new RegExp(path, 'i'),
    // Not before the app's own code, which is run first.
    links: files
      .map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low" />`)
      .join('\n    '),
  }));
};

const inBrotli = (body: Buffer, contentType: string): Promise<Buffer<ArrayBuffer>> | null =>
  compressible.test(contentType)
    ? compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
    : null;

/** Whether a path leads through a folder that is hidden by its dot: those are the build's own, and no pages. */
const isHidden = (path: string): boolean => /\/\.[^/]*\//.test(path);

const readSite = async (folder: string, config: SiteConfig): Promise<Map<string, SiteFile>> => {
  const files = new Map<string, SiteFile>();
  // Without a build (development, tests of the API alone) there is no site to serve.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = new Set(
    entries.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  );
  const isCopy = (path: string) =>
    path.endsWith(compressedSuffix) && paths.has(path.slice(0, -compressedSuffix.length));
  for (const path of paths) {
    if (isCopy(path)) continue;
    const name = `/${relative(folder, path).split(sep).join('/')}`;
    if (isHidden(name)) continue;
    const contentType = contentTypes[extname(name)] ?? 'application/octet-stream';
    const isPage = name.endsWith('.html');
    const source = await readFile(path);
    const body = isPage ? Buffer.from(withConfig(source.toString(), config)) : source;
    const copy = `${path}${compressedSuffix}`;
    files.set(name, {
      body,
      brotli: paths.has(copy) ? readFile(copy) : inBrotli(body, contentType),
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

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

interface SiteOptions {
  /** Of the build; read once, at start. */
  readonly folder: string;
  readonly config: SiteConfig;
  readonly ask: AskFunction;
  readonly log: Logger;
  /** Where the site is, and where the API is for others. */
  readonly urls: { readonly site: string; readonly api: string };
}

/** Paths of the site that the project's functions answer for: the site hands their answers on. */
const functionPaths = { '/sitemap.xml': 'sitemap', '/oembed': 'oembed' };

const passedOn = ['content-type', 'cache-control', 'access-control-allow-origin'];

const passOn = ({ status, headers, body }: Response): Response =>
  new Response(body, {
    status,
    headers: passedOn.flatMap((name): [string, string][] => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  });

/** No page has a longer path, in characters; with all of it encoded, to ask about a longer one may take more than a request's head can hold. */
const longestPath = 1_000;

/** The document that the app runs in. */
const appDocument = '/index.html';

/** The document for a path that no file has. */
const documentOf = (path: string): string => {
  if (path === '/') return '/landing.html';
  return isEmbed(path) ? '/embed.html' : appDocument;
};

/**
 * Serves the built site from memory: its files by name, the front door as a document
 * of its own, and the app's page for every other path, since routes are the app's.
 * Pages say what they are about before any script runs, for those who run none.
 */
export async function createSite({
  folder,
  config,
  ask,
  log,
  urls,
}: SiteOptions): Promise<Hono<GatewayEnv>> {
  const [files, preloads] = await Promise.all([readSite(folder, config), readPreloads(folder)]);
  const site = new Hono<GatewayEnv>();
  const previews = new PagePreviews(ask, log);
  const origins = { site: withoutSlash(urls.site), api: withoutSlash(urls.api) };
  // As the page's script loads pictures: on the page's own origin it may be opened by another name.
  const pictureOrigin = config.supabaseUrl === '/' ? '' : origins.api;

  site.get('/robots.txt', (context) =>
    context.text(`User-agent: *\nAllow: /\n\nSitemap: ${origins.site}/sitemap.xml\n`),
  );

  for (const [path, name] of Object.entries(functionPaths)) {
    site.get(path, async (context) => {
      const query = new URL(context.req.url).searchParams;
      query.set('site', origins.site);
      const answer = await ask(name, query).catch((cause: unknown) => {
        log.warn({ cause, name }, 'a function did not answer for the site');
        return null;
      });
      return answer ? passOn(answer) : context.text('Not available at the moment', 503);
    });
  }

  site.get('*', async (context) => {
    const { path } = context.req;
    // Pages have addresses of their own: a document's name is none.
    const isDocument = extname(path) === '.html' && files.has(path);
    const named = isDocument ? undefined : files.get(path);
    const isFile = path.startsWith('/assets/') && extname(path) !== '';
    if (!named && (isFile || isHidden(path))) return context.text('Not found', 404);
    const encodings = { supports: ['br'], default: 'identity' };
    const takesBrotli = accepts(context, { header: 'Accept-Encoding', ...encodings }) === 'br';
    if (named) {
      const headers = { ...named.headers, vary: 'accept-encoding' };
      return named.brotli && takesBrotli
        ? context.body(await named.brotli, 200, { ...headers, 'content-encoding': 'br' })
        : context.body(named.body, 200, headers);
    }

    const document = documentOf(path);
    const page = files.get(document);
    if (!page) return context.text('Not found', 404);
    const isNoPage = isDocument || path.length > longestPath;
    const preview = isNoPage ? null : await previews.find(path);
    // Pages are the app's; another document names all of its code itself.
    const preload =
      document === appDocument ? preloads.find((each) => each.path.test(path)) : undefined;
    const ends = [
      ...(preview?.images ?? []).map((image) => imagePreload(`${pictureOrigin}${image}`)),
      ...(preload ? [preload.links] : []),
      ...(preview?.answers ? [dataBlock('undertone-answers', preview.answers)] : []),
    ];
    const html = page.body
      .toString()
      .replace(head, (unsaid) => (preview ? renderHead(preview, origins) : unsaid))
      .replace(headEnd, () => [...ends, headEnd].join('\n  '));
    const headers = { ...page.headers, vary: 'accept-encoding' };
    const status = isNoPage ? 404 : (preview?.status ?? 200);
    if (!takesBrotli) return context.body(html, status, headers);
    const body = await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    return context.body(body, status, { ...headers, 'content-encoding': 'br' });
  });

  site.all('*', (context) => context.text('Method not allowed', 405, { allow: 'GET, HEAD' }));

  return site;
}
