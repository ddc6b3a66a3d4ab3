import { escapeMarkup } from '../../../packages/domain/src/escape-markup.ts';
import { tagPath } from '../../../packages/domain/src/hashtag-address.ts';
import type { PublicRecords } from '../_shared/public-records.ts';
import { allowedReads, isRead, refuse } from '../_shared/read-methods.ts';
import { siteUrl } from '../_shared/site-url.ts';
import { listDrops, listPeople, listTags } from './listed-records.ts';

/** The site's own pages. */
const pages = [
  '/',
  '/feed',
  '/about',
  '/jobs',
  '/faqs',
  '/contact',
  '/privacy',
  '/terms',
  '/community-guidelines',
  '/voice-usage',
];

/** The maximum of rows in a response of the API; a sitemap may have 50 000 URLs. */
const LISTED_AT_MOST = 1000;

/** The maximum of hashtags that are listed, and of those whose feeds are: the most used ones. */
const TAGS_AT_MOST = 100;

/**
 * Lists the pages for search engines (sitemaps.org): the site's own, the profiles of accounts that have
 * posted and are not private, hashtags, the newest public drops, and podcast feeds.
 *
 * The request is `GET ?site=https://…`, the response XML.
 *
 * @param hasFeeds whether the operator has enabled podcast feeds
 */
export async function handle(
  request: Request,
  records: PublicRecords,
  hasFeeds: boolean,
): Promise<Response> {
  if (!isRead(request)) return refuse(405, 'Ask with GET.', allowedReads);
  const site = siteUrl(new URL(request.url).searchParams);
  if (site === null) return refuse(400, 'Ask with the site’s address.');
  const [people, drops, tags] = await Promise.all([
    listPeople(records, LISTED_AT_MOST),
    listDrops(records, LISTED_AT_MOST),
    listTags(records, LISTED_AT_MOST),
  ]);
  const tagsInFeeds = new Set(drops.flatMap(({ feedTags }) => feedTags));
  const feeds = hasFeeds
    ? [
        ...people.filter(({ hasFeed }) => hasFeed).map(({ username }) => username),
        ...tags
          .filter((tag) => tagsInFeeds.has(tag))
          .slice(0, TAGS_AT_MOST)
          .map((tag) => `tags/${encodeURIComponent(tag)}`),
      ]
    : [];
  const entries = [
    ...pages.map((path) => entry(`${site}${path}`)),
    ...people.map(({ username }) => entry(`${site}/${username}`)),
    ...tags.slice(0, TAGS_AT_MOST).map((tag) => entry(`${site}${tagPath(tag)}`)),
    ...feeds.map((name) => entry(`${site}/feeds/${name}.xml`)),
    ...drops.map(({ id, createdAt }) => entry(`${site}/voice-drop/${id}`, createdAt)),
  ];
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
    { headers: { 'Content-Type': 'application/xml', 'Cache-Control': 'public, max-age=3600' } },
  );
}

function entry(address: string, modifiedAt?: string): string {
  const modified = modifiedAt === undefined ? '' : `<lastmod>${modifiedAt}</lastmod>`;
  return `  <url><loc>${escapeMarkup(address)}</loc>${modified}</url>`;
}
