import { ANONYMOUS } from '../../../packages/domain/src/display-name.ts';
import { durationLabel } from '../../../packages/domain/src/number-labels.ts';
import { isTag } from '../../../packages/domain/src/hashtag-name.ts';
import { preflight } from '../_shared/cors.ts';
import type { PublicDrop, PublicRecords } from '../_shared/public-records.ts';
import { isDropId, isUsername } from '../_shared/page-path.ts';
import { allowedReads, isRead, refuse } from '../_shared/read-methods.ts';
import { RequestError } from '../_shared/request-error.ts';
import { findFeedOwner, hasTagFeed } from '../podcast/find-feed.ts';
import type { Card } from './draw-card.ts';

/** The sizes of sleeves, pixels: those of the system's player and of notifications, and of a podcast's episode. */
const SLEEVE_SIZES = [96, 192, 512, 1400];

/** An image that the caller may see. */
interface Found {
  /** Loads the code and the typeface, and draws the image as a PNG file. */
  readonly draw: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Whether anonymous callers may see it. */
  readonly isPublic: boolean;
}

/**
 * Draws the preview image of a shared link, the sleeve of a drop, or the image of a podcast feed.
 *
 * The response to `GET ?drop=id`, `?user=name` (a profile) and no parameter (the site) is a PNG file of 1200 by
 * 630 pixels; to `?drop=id&size=512` the drop's sleeve, a square of 96, 192, 512 or 1400 pixels; to `?feed=name` and
 * `?feed=%23tag` (the feed of a profile or a hashtag) a square of 1400 pixels. With `&draw=0` the response is 204 if
 * there is such an image. A drop is one that the bearer token's account may play or, without a token, everyone.
 * Whatever is missing or not for the caller is 404.
 *
 * @param hasFeeds whether the operator has enabled podcast feeds
 */
export async function handle(
  request: Request,
  records: PublicRecords,
  hasFeeds: boolean,
): Promise<Response> {
  if (request.method === 'OPTIONS') return preflight('GET, HEAD, OPTIONS');
  if (!isRead(request)) return refuse(405, 'Ask for the image with GET.', allowedReads);
  const query = new URL(request.url).searchParams;
  try {
    const found = await findImage(query, records, request.headers.get('authorization'), hasFeeds);
    if (!found) return refuse(404, 'There is nothing to draw for you.');
    const headers = {
      'Access-Control-Allow-Origin': '*',
      // Cached briefly, since a drop may be made private.
      'Cache-Control': found.isPublic ? 'public, max-age=300' : 'private, no-store',
      Vary: 'Authorization',
    };
    if (query.get('draw') === '0') return new Response(null, { status: 204, headers });
    return new Response(await found.draw(), {
      headers: { ...headers, 'Content-Type': 'image/png' },
    });
  } catch (error) {
    if (error instanceof RequestError) return refuse(error.status, error.message);
    throw error;
  }
}

// Most of this function's code draws. Looking for an image does not load it.
const drawCard = async (card: Card) => (await import('./draw-card.ts')).drawCard(card);
const drawCover = async (subject: string) => (await import('./draw-cover.ts')).drawCover(subject);
const drawSleeve = async (drop: PublicDrop, size: number) =>
  (await import('./draw-sleeve.ts')).sleeveCanvas(drop, size).toPng();

async function findImage(
  query: URLSearchParams,
  records: PublicRecords,
  authorization: string | null,
  hasFeeds: boolean,
): Promise<Found | null> {
  const [feed, drop, user] = [query.get('feed'), query.get('drop'), query.get('user')];
  if (feed !== null) return hasFeeds ? findCover(feed, records) : null;
  if (drop !== null) return findDropImage(drop, query.get('size'), records, authorization);
  const isPublic = true;
  if (user === null) {
    return { isPublic, draw: () => drawCard({ title: 'Say it softly. Be heard.' }) };
  }
  const profile = isUsername(user) ? await records.findProfile(user) : null;
  return (
    profile && {
      isPublic,
      draw: () =>
        drawCard({
          title: profile.username,
          name: `@${profile.username.toLowerCase()}`,
          picture: profile.hasPicture ? undefined : profile.userId,
        }),
    }
  );
}

async function findCover(feed: string, records: PublicRecords): Promise<Found | null> {
  const subject = await findFeedSubject(feed, records);
  return subject === null ? null : { isPublic: true, draw: () => drawCover(subject) };
}

/** What the cover of a feed is drawn from, the account's id or the hashtag; null if there is no such feed. */
async function findFeedSubject(feed: string, records: PublicRecords): Promise<string | null> {
  const tag = /^#(.+)$/s.exec(feed)?.[1];
  if (tag !== undefined) return isTag(tag) && (await hasTagFeed(records, tag)) ? feed : null;
  const owner = isUsername(feed) ? await findFeedOwner(records, feed) : null;
  return owner && owner.userId;
}

/** @throws {RequestError} 400 for a size that sleeves do not have, 401 for a bad token */
async function findDropImage(
  id: string,
  size: string | null,
  records: PublicRecords,
  authorization: string | null,
): Promise<Found | null> {
  if (size !== null && !SLEEVE_SIZES.map(String).includes(size)) {
    throw new RequestError(400, 'bad_size', `size is one of ${SLEEVE_SIZES.join(', ')}.`);
  }
  if (!isDropId(id)) return null;
  const [drop, publicDrop] = await Promise.all([
    authorization === null ? null : records.findDrop(id, authorization),
    records.findDrop(id),
  ]);
  const found = authorization === null ? publicDrop : drop;
  // The sleeve, which players show, has nothing of what was said.
  if (size === null && !found?.isPreviewed) return null;
  return (
    found && {
      isPublic: publicDrop !== null,
      draw: () => (size === null ? drawDropCard(found) : drawSleeve(found, Number(size))),
    }
  );
}

const drawDropCard = (drop: PublicDrop): Promise<Uint8Array<ArrayBuffer>> =>
  drawCard({
    title: drop.title,
    name: `@${drop.author.username ?? ANONYMOUS}`,
    note: durationLabel(drop.duration),
    drop,
    picture: drop.author.hasPicture ? undefined : drop.userId,
  });
