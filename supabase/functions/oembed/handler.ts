import { dropPageTitle } from '../../../packages/domain/src/drop-page-title.ts';
import {
  EMBED_SIZE,
  embedCode,
  embedUrl,
  readEmbedTheme,
} from '../../../packages/domain/src/embed.ts';
import { readMoment } from '../../../packages/domain/src/moment.ts';
import { readPagePath } from '../_shared/page-path.ts';
import type { PublicRecords } from '../_shared/public-records.ts';
import { allowedReads, isRead, refuse } from '../_shared/read-methods.ts';
import { siteUrl } from '../_shared/site-url.ts';

/**
 * Describes how another site embeds a drop (oembed.com): as a small player in a frame.
 *
 * The request is `GET ?url=…&site=…`, with `maxwidth`, `maxheight`, `format` (only `json`) and `theme` (`light` or
 * `dark`). A `url` with a time (`?t=12`) makes the player start there. The response has the type `rich`, or is 404
 * for a URL that is not that of a public drop.
 */
export async function handle(request: Request, records: PublicRecords): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const site = siteUrl(query);
  if (!isRead(request)) return refuse(405, 'Ask with GET.', allowedReads);
  if (site === null) return refuse(400, 'Ask with the site’s address.');
  // oembed.com requires 501 for an unsupported format.
  if ((query.get('format') ?? 'json') !== 'json') return refuse(501, 'Only JSON is served.');

  const address = query.get('url') ?? '';
  const shared = URL.canParse(address) ? new URL(address) : null;
  const page = readPagePath(shared?.pathname.replace(/\/$/, '') ?? '');
  const drop = shared?.origin === site && 'id' in page ? await records.findDrop(page.id) : null;
  if (!drop) return refuse(404, 'There is no public voice drop at this address.');

  const name = drop.author.username ?? 'Anonymous';
  const title = drop.isPreviewed ? dropPageTitle(drop.title, drop.author.username) : 'Voice Drop';
  const width = atMost(EMBED_SIZE.width, query.get('maxwidth'));
  const height = atMost(EMBED_SIZE.height, query.get('maxheight'));
  const url = embedUrl(site, drop.id, {
    theme: readEmbedTheme(query.get('theme')),
    moment: readMoment(shared?.searchParams.get('t')),
  });
  return Response.json(
    {
      version: '1.0',
      type: 'rich',
      provider_name: 'Undertone',
      provider_url: site,
      title,
      author_name: name,
      ...(drop.author.username && { author_url: `${site}/${drop.author.username}` }),
      width,
      height,
      html: embedCode(url, title, { width, height }),
    },
    { headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' } },
  );
}

/** The smaller of a size and the requested maximum, whole px; an invalid maximum is ignored. */
function atMost(size: number, requested: string | null): number {
  const limit = /^\d+(\.\d+)?$/.test(requested ?? '') ? Math.floor(Number(requested)) : 0;
  return limit > 0 ? Math.min(size, limit) : size;
}
