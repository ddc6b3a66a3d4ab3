import { extname, join } from 'node:path';
import { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import type { Logger } from 'pino';
import type { Site } from '@undertone/backend/http/gateway.ts';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import type { AskFunction } from './ask-functions.ts';
import { createCrawlerRoutes } from './crawler-routes.ts';
import { imagePreload, renderHead } from './page-head.ts';
import { PagePreviews } from './page-previews.ts';
import { createPodcastRoutes } from './podcast/podcast-routes.ts';
import type { ReadClip } from './podcast/read-clips.ts';
import { sendFile } from './send-file.ts';
import { isEmbed, securityHeaders } from './security-headers.ts';
import { compressText, isHidden, readPreloads, readSiteFiles } from './site-files.ts';

/** Where `npm run build` puts the web app. */
const buildFolder = join(import.meta.dirname, '../../web/dist');

/** The settings that a page is given at run time, so that one build serves every installation. */
export interface SiteConfig {
  /** `/` means the origin that the page came from. */
  readonly supabaseUrl: string;
  readonly publishableKey: string;
  /** Whom the public pages tell people to write to. */
  readonly contactEmail: string | null;
  /** Whether there are podcast feeds. */
  readonly podcastFeeds: boolean;
}

/** The place of the settings in a document. */
const configMarker = '<!--undertone-config-->';

/** The place in a document of the tags that say what its page is about. */
const head = /<!--undertone-head-->.*<!--\/undertone-head-->/s;

/** The end of a document's head: what one page begins with comes after what all pages need. */
const headEnd = '</head>';

/** Data for a page's script, as JSON that no string in it can break out of. */
const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

interface SiteOptions {
  /** The web app's build, read once, at start. */
  readonly folder?: string;
  readonly config: SiteConfig;
  readonly ask: AskFunction;
  readonly readClip: ReadClip;
  readonly log: Logger;
  /** Where the site is, and where the API is for others. */
  readonly urls: { readonly site: string; readonly api: string };
}

/** Longest path of a page, characters. Encoded, a longer one might not fit into the head of the request that asks for its preview. */
const longestPath = 1_000;

/** The document that the app runs in. */
const appDocument = '/index.html';

/** The document for a path that no file has. */
const documentOf = (path: string): string => {
  if (path === '/') return '/landing.html';
  return isEmbed(path) ? '/embed.html' : appDocument;
};

/**
 * Serves the built site from memory: its files by name, the landing page and embeds as documents
 * of their own, and the app's document for every other path, since routes are the app's. Each
 * document says what its page is about before any script runs, for clients that run none.
 */
export async function createSite({
  folder = buildFolder,
  config,
  ask,
  readClip,
  log,
  urls,
}: SiteOptions): Promise<Site> {
  const withSettings = (html: string) =>
    html.replace(configMarker, () => dataBlock('undertone-config', config));
  const [files, preloads] = await Promise.all([
    readSiteFiles(folder, withSettings),
    readPreloads(folder),
  ]);
  const routes = new Hono<GatewayEnv>();
  const previews = new PagePreviews(ask, log);
  const origins = { site: withoutSlash(urls.site), api: withoutSlash(urls.api) };
  // Relative where the page's script asks its own origin, which may have several names.
  const pictureOrigin = config.supabaseUrl === '/' ? '' : origins.api;

  routes.route('/', createCrawlerRoutes(ask, log, origins.site));
  routes.route(
    '/',
    createPodcastRoutes({ ask, readClip, isOn: config.podcastFeeds, log, site: origins.site }),
  );

  routes.get('*', async (context) => {
    const { path } = context.req;
    // A document's name is no address: its pages have addresses of their own.
    const isDocument = extname(path) === '.html' && files.has(path);
    const named = isDocument ? undefined : files.get(path);
    const isFile = path.startsWith('/assets/') && extname(path) !== '';
    if (!named && (isFile || isHidden(path))) return context.text('Not found', 404);
    const encodings = { supports: ['br'], default: 'identity' };
    const takesBrotli = accepts(context, { header: 'Accept-Encoding', ...encodings }) === 'br';
    if (named) return sendFile(context, named, takesBrotli);

    const document = documentOf(path);
    const page = files.get(document);
    if (!page) return context.text('Not found', 404);
    const isNoPage = isDocument || path.length > longestPath;
    const preview = isNoPage ? null : await previews.find(path, context.get('clientAddress'));
    // Only the app's document has several pages; others name all of their code themselves.
    const preload =
      document === appDocument ? preloads.find((each) => each.path.test(path)) : undefined;
    const ends = [
      ...(preview?.images ?? []).map((image) => imagePreload(`${pictureOrigin}${image}`)),
      ...(preload ? [preload.links] : []),
      ...(preview?.answers ? [dataBlock('undertone-answers', preview.answers)] : []),
    ];
    const html = page.body
      .toString()
      .replace(head, (original) => (preview ? renderHead(preview, origins) : original))
      .replace(headEnd, () => [...ends, headEnd].join('\n  '));
    const headers = { ...page.headers, vary: 'accept-encoding' };
    const status = isNoPage ? 404 : (preview?.status ?? 200);
    if (!takesBrotli) return context.body(html, status, headers);
    const body = await compressText(html, 4);
    return context.body(body, status, { ...headers, 'content-encoding': 'br' });
  });

  routes.all('*', (context) => context.text('Method not allowed', 405, { allow: 'GET, HEAD' }));

  const apiOrigin = config.supabaseUrl === '/' ? undefined : new URL(config.supabaseUrl).origin;
  return { routes, setHeaders: securityHeaders(apiOrigin) };
}
