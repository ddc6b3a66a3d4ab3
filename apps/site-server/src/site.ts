import { extname, join } from 'node:path';
import { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import type { Logger } from 'pino';
import type { Site } from '@undertone/backend/http/gateway.ts';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import { repairPath } from '@undertone/domain/repair-path';
import type { SiteNotice } from '@undertone/domain/site-notice';
import type { RequestFunction } from './request-function.ts';
import { createCrawlerRoutes } from './crawler-routes.ts';
import { imagePreload, renderHead } from './page-head.ts';
import { PagePreviews } from './page-previews.ts';
import { createPodcastRoutes } from './podcast/podcast-routes.ts';
import type { ReadClip } from './podcast/read-clips.ts';
import { sendFile } from './send-file.ts';
import { isEmbed, securityHeaders } from './security-headers.ts';
import { announcementBar, type ReadNotice } from './site-notice.ts';
import { compressText, isHidden, readPreloads, readSiteFiles } from './site-files.ts';
import { openVisitorPages } from './visitor-pages/visitor-pages.ts';

/** The output folder of the web app's build. */
const buildFolder = join(import.meta.dirname, '../../web/dist');

/** The settings that are inserted into a page at run time, so that one build fits every installation. */
export interface SiteConfig {
  /** `/` means the page's own origin. */
  readonly supabaseUrl: string;
  readonly publishableKey: string;
  /** The operator's e-mail address on the public pages; null if none is shown. */
  readonly contactEmail: string | null;
  /** Whether there are podcast feeds. */
  readonly podcastFeeds: boolean;
}

/** The place of the settings in a document. */
const configMarker = '<!--undertone-config-->';

/** The place of an announcement in a document. */
const rootStart = '<div id="root">';

/** The place of the preview's tags in a document. */
const head = /<!--undertone-head-->.*<!--\/undertone-head-->/s;

/** The end of a document's head. The tags for one page follow those for all pages. */
const headEnd = '</head>';

/** Renders data for a page's script as JSON in which no string can end the script element. */
const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** The settings of a page. What admins say replaces what the operator has configured. */
function settingsWith(config: SiteConfig, notice: SiteNotice | null) {
  if (!notice) return config;
  const { announcement: _, contactEmail, ...said } = notice;
  return { ...config, contactEmail: contactEmail ?? config.contactEmail, notice: said };
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

interface SiteOptions {
  /** The web app's build, read once, at start. */
  readonly folder?: string;
  readonly config: SiteConfig;
  readonly requestFunction: RequestFunction;
  readonly readClip: ReadClip;
  readonly readNotice: ReadNotice;
  readonly log: Logger;
  /** The public URLs of the site and of the API. */
  readonly urls: { readonly site: string; readonly api: string };
}

/** The maximum length of a page's path, characters: its request for a preview must fit into Node's limit on headers. */
const longestPath = 1_000;

/** The app's document. */
const appDocument = '/index.html';

/** The document for a path that is not that of a file. */
const documentOf = (path: string): string => {
  if (path === '/') return '/landing.html';
  return isEmbed(path) ? '/embed.html' : appDocument;
};

/**
 * Serves the built site from memory: its files by name, the landing page and embeds as separate
 * documents, and the app's document for every other path, since the app does the routing. Each document
 * has its page's preview, for clients that do not run scripts.
 */
export async function createSite({
  folder = buildFolder,
  config,
  requestFunction,
  readClip,
  readNotice,
  log,
  urls,
}: SiteOptions): Promise<Site> {
  const [files, preloads, renderDocument] = await Promise.all([
    readSiteFiles(folder),
    readPreloads(folder),
    openVisitorPages(folder, config, log),
  ]);
  const routes = new Hono<GatewayEnv>();
  const previews = new PagePreviews(requestFunction, log);
  const origins = { site: withoutSlash(urls.site), api: withoutSlash(urls.api) };
  // Empty if the page's script requests its own origin, which may have several names.
  const pictureOrigin = config.supabaseUrl === '/' ? '' : origins.api;

  routes.route('/', createCrawlerRoutes(requestFunction, log, origins.site));
  routes.route(
    '/',
    createPodcastRoutes({
      requestFunction,
      readClip,
      isOn: config.podcastFeeds,
      log,
      site: origins.site,
    }),
  );

  routes.get('*', async (context) => {
    const { path } = context.req;
    // The file name of a document is not the path of a page.
    const isDocument = extname(path) === '.html' && files.has(path);
    const named = isDocument ? undefined : files.get(path);
    const isFile = path.startsWith('/assets/') && extname(path) !== '';
    if (!named && (isFile || isHidden(path))) return context.text('Not found', 404);
    const encodings = { supports: ['br'], default: 'identity' };
    const takesBrotli = accepts(context, { header: 'Accept-Encoding', ...encodings }) === 'br';
    if (named) return sendFile(context, named, takesBrotli);

    const repaired = repairPath(path);
    if (repaired !== path && !isDocument) {
      return context.redirect(`${repaired}${new URL(context.req.url).search}`, 302);
    }
    const document = documentOf(path);
    const isMissing = isDocument || path.length > longestPath;
    const [preview, notice] = await Promise.all([
      isMissing ? null : previews.find(path, context.get('clientAddress')),
      readNotice(),
    ]);
    if (preview?.location) {
      const { search } = new URL(context.req.url);
      context.header('cache-control', 'no-store');
      return context.redirect(`${preview.location}${search}`, 302);
    }
    const page = files.get(document);
    if (!page) return context.text('Not found', 404);
    // Only the app's document has several pages; other documents name all of their code.
    const preload =
      document === appDocument ? preloads.find((each) => each.path.test(path)) : undefined;
    const ends = [
      ...(preview?.images ?? []).map((image) => imagePreload(`${pictureOrigin}${image}`)),
      ...(preload ? [preload.links] : []),
      ...(preview?.answers ? [dataBlock('undertone-answers', preview.answers)] : []),
    ];
    const bar = notice?.announcement && !isEmbed(path) ? announcementBar(notice.announcement) : '';
    const unrendered = page.body
      .toString()
      .replace(configMarker, () => dataBlock('undertone-config', settingsWith(config, notice)))
      .replace(rootStart, (root) => bar + root)
      .replace(head, (original) => (preview ? renderHead(preview, origins) : original))
      .replace(headEnd, () => [...ends, headEnd].join('\n  '));
    const rendered =
      preview && document === appDocument
        ? await renderDocument?.(context, preview, unrendered)
        : null;
    const html = rendered?.html ?? unrendered;
    const headers = { ...page.headers, vary: 'accept-encoding', ...rendered?.headers };
    const status = isMissing ? 404 : (preview?.status ?? 200);
    if (!takesBrotli) return context.body(html, status, headers);
    const body = await compressText(html, 5);
    return context.body(body, status, { ...headers, 'content-encoding': 'br' });
  });

  // A file that is shared with the installed app, whose service worker the browser has evicted: the page opens,
  // where the file can be chosen. It is not read.
  routes.post('/record', (context) => context.redirect('/record', 303));
  routes.all('*', (context) => context.text('Method not allowed', 405, { allow: 'GET, HEAD' }));

  const apiOrigin = config.supabaseUrl === '/' ? undefined : new URL(config.supabaseUrl).origin;
  return { routes, setHeaders: securityHeaders(apiOrigin) };
}
