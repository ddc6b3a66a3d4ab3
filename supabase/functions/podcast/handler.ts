import { isTag } from '../../../packages/domain/src/hashtag-name.ts';
import type { PublicRecords } from '../_shared/public-records.ts';
import { isDropId, isUsername } from '../_shared/page-path.ts';
import { allowedReads, isRead, refuse } from '../_shared/read-methods.ts';
import { siteUrl } from '../_shared/site-url.ts';
import { findEpisode, findFeedOwner, findProfileFeed, findTagFeed } from './find-feed.ts';
import { renderFeed } from './render-feed.ts';

const notFound = () => refuse(404, 'There is no such feed.');

/**
 * Serves podcast apps the public drops whose owners allow downloads.
 *
 * The response to `GET ?user=name&site=…` and `?tag=tag&site=…` is an RSS feed, whose path on the site is
 * its `Content-Location`, or, for a former username whose owner wants old links to lead to the new one, a
 * redirect (301). The response to `?episode=id` is `{path, type}` of a drop's file in the bucket; `&play=1`
 * counts a play. Whatever is missing or not public is 404.
 *
 * @param hasFeeds whether the operator has enabled podcast feeds
 */
export async function handle(
  request: Request,
  records: PublicRecords,
  hasFeeds: boolean,
): Promise<Response> {
  if (!isRead(request)) return refuse(405, 'Ask with GET.', allowedReads);
  if (!hasFeeds) return notFound();
  const query = new URL(request.url).searchParams;

  const episode = query.get('episode');
  if (episode !== null) {
    const found = isDropId(episode) ? await findEpisode(records, episode) : null;
    if (!found) return notFound();
    if (query.get('play') === '1') await records.call('add_play', { voice_drop_id: episode });
    return Response.json(found, { headers: { 'Cache-Control': 'no-store' } });
  }

  const site = siteUrl(query);
  if (site === null) return refuse(400, 'Ask with the site’s address.');
  const [user, tag] = [query.get('user'), query.get('tag')];
  const username = user !== null && isUsername(user) ? user : null;
  const feed =
    username !== null
      ? await findProfileFeed(records, username)
      : tag !== null && isTag(tag)
        ? await findTagFeed(records, tag)
        : null;
  if (!feed) {
    const renamed = username === null ? null : await records.findRenamed(username);
    if (renamed === null || !(await findFeedOwner(records, renamed))) return notFound();
    return new Response(null, {
      status: 301,
      // Relative, because any caller may name any site. The owner may end it at any time.
      headers: { Location: `/feeds/${renamed}.xml`, 'Cache-Control': 'no-cache' },
    });
  }
  return new Response(await renderFeed(feed, site), {
    headers: {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Content-Location': feed.path,
      // Apps must revalidate the feed, since a drop may be made private at any time.
      'Cache-Control': 'no-cache',
    },
  });
}
