import { ANONYMOUS } from '../../../packages/domain/src/display-name.ts';
import { durationLabel } from '../../../packages/domain/src/number-labels.ts';
import { isTag } from '../../../packages/domain/src/hashtag-name.ts';
import type { PublicRecords } from '../_shared/public-records.ts';
import { isDropId, isUsername } from '../_shared/page-path.ts';
import { allowedReads, isRead, refuse } from '../_shared/read-methods.ts';
import { findFeedOwner, hasTagFeed } from '../podcast/find-feed.ts';
import { drawCard } from './draw-card.ts';
import { drawCover } from './draw-cover.ts';

/**
 * Draws the preview image of a shared link, or the image of a podcast feed.
 *
 * The response to `GET ?drop=id` (a public drop), `?user=name` (a profile) and no parameter (the site) is
 * a PNG file of 1200 by 630 pixels; to `?feed=name` and `?feed=%23tag` (the feed of a profile or a
 * hashtag) a square; with `&draw=0`, 204 if there is such a feed. Whatever is missing or not public is 404.
 *
 * @param hasFeeds whether the operator has enabled podcast feeds
 */
export async function handle(
  request: Request,
  records: PublicRecords,
  hasFeeds: boolean,
): Promise<Response> {
  if (!isRead(request)) return refuse(405, 'Ask for the image with GET.', allowedReads);
  const query = new URL(request.url).searchParams;
  const feed = query.get('feed');
  if (feed !== null && query.get('draw') === '0' && hasFeeds && (await hasFeed(feed, records))) {
    return new Response(null, { status: 204 });
  }
  const image =
    feed === null
      ? await drawLink(query.get('drop'), query.get('user'), records)
      : hasFeeds && (await drawFeed(feed, records));
  if (!image) return refuse(404, 'There is nothing public to draw.');
  return new Response(image, {
    headers: {
      'Content-Type': 'image/png',
      'Access-Control-Allow-Origin': '*',
      // Cached briefly, since a drop may be made private.
      'Cache-Control': 'public, max-age=300',
    },
  });
}

/** The hashtag of a feed; undefined for the feed of a profile. */
const tagOf = (feed: string): string | undefined => /^#(.+)$/s.exec(feed)?.[1];

async function hasFeed(feed: string, records: PublicRecords): Promise<boolean> {
  const tag = tagOf(feed);
  if (tag !== undefined) return isTag(tag) && (await hasTagFeed(records, tag));
  return isUsername(feed) && (await findFeedOwner(records, feed)) !== null;
}

const drawFeed = async (
  feed: string,
  records: PublicRecords,
): Promise<Uint8Array<ArrayBuffer> | null> =>
  (await hasFeed(feed, records)) ? drawCover(tagOf(feed) ?? feed) : null;

async function drawLink(
  dropId: string | null,
  username: string | null,
  records: PublicRecords,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const card = await findCard(dropId, username, records);
  return card && drawCard(card);
}

async function findCard(
  dropId: string | null,
  username: string | null,
  records: PublicRecords,
): Promise<Parameters<typeof drawCard>[0] | null> {
  if (dropId !== null) {
    const drop = isDropId(dropId) ? await records.findDrop(dropId) : null;
    return (
      drop && {
        title: drop.title,
        name: `@${drop.author.username ?? ANONYMOUS}`,
        note: durationLabel(drop.duration),
        waveform: drop.waveform,
        picture: drop.author.hasPicture ? undefined : (drop.author.username ?? ANONYMOUS),
      }
    );
  }
  if (username !== null) {
    const profile = isUsername(username) ? await records.findProfile(username) : null;
    return (
      profile && {
        title: profile.username,
        name: `@${profile.username.toLowerCase()}`,
        picture: profile.hasPicture ? undefined : profile.username,
      }
    );
  }
  return { title: 'Say it softly. Be heard.' };
}
