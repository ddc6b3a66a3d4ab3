import { isTag } from '../../../packages/domain/src/hashtag.ts';
import type { PublicRecords } from '../_shared/public-records.ts';
import { allowedReads, isRead, refuse } from '../_shared/read-methods.ts';
import { siteUrl } from '../_shared/site-url.ts';
import { findEpisode, findPersonsFeed, findTagsFeed } from './find-feed.ts';
import { renderFeed } from './render-feed.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const usernameForm = /^[A-Za-z0-9._-]{3,30}$/;

const nothing = () => refuse(404, 'There is no such feed.');

/**
 * What podcast apps read of public drops whose owners allow downloads.
 *
 * Takes `GET ?user=name&site=…` or `?tag=tag&site=…` and responds with an RSS feed, whose path on the site
 * is its `Content-Location`; `?episode=id` with `{path, type}` of a drop's file in the bucket, and with
 * `&play=1` counts a play. What may not be had is 404, whatever the reason.
 *
 * @param hasFeeds whether the operator lets there be feeds
 */
export async function handle(
  request: Request,
  records: PublicRecords,
  hasFeeds: boolean,
): Promise<Response> {
  if (!isRead(request)) return refuse(405, 'Ask with GET.', allowedReads);
  if (!hasFeeds) return nothing();
  const query = new URL(request.url).searchParams;

  const episode = query.get('episode');
  if (episode !== null) {
    const found = uuid.test(episode) ? await findEpisode(records, episode) : null;
    if (!found) return nothing();
    if (query.get('play') === '1') await records.call('add_play', { voice_drop_id: episode });
    return Response.json(found, { headers: { 'Cache-Control': 'no-store' } });
  }

  const site = siteUrl(query);
  if (site === null) return refuse(400, 'Ask with the site’s address.');
  const [user, tag] = [query.get('user'), query.get('tag')];
  const feed =
    user !== null && usernameForm.test(user)
      ? await findPersonsFeed(records, user)
      : tag !== null && isTag(tag)
        ? await findTagsFeed(records, tag)
        : null;
  if (!feed) return nothing();
  return new Response(await renderFeed(feed, site), {
    headers: {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Content-Location': feed.path,
      // A drop may be made private at any time: apps ask whether the feed has changed.
      'Cache-Control': 'no-cache',
    },
  });
}
