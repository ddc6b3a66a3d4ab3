import { preloadResponses, signedImages } from './preload-responses.ts';
import { findPreview } from './find-preview.ts';
import { allowedReads, isRead, refuse } from '../_shared/read-methods.ts';
import type { PublicRecords } from '../_shared/public-records.ts';

const headers = {
  'Access-Control-Allow-Origin': '*',
  // Not cached, since a drop may be made private.
  'Cache-Control': 'no-store',
};

/**
 * Describes a page of the site for an anonymous caller.
 *
 * The request is `GET ?path=/voice-drop/…`. The response is a `Preview` with the responses to the
 * page's first API requests as `answers` and the paths of its first images as `images`. A page that
 * does not exist or is not public has a preview with the status 404. An invalid request gets `{error}`.
 *
 * @param hasFeeds whether the operator has enabled podcast feeds
 */
export async function handle(
  request: Request,
  records: PublicRecords,
  hasFeeds: boolean,
): Promise<Response> {
  if (!isRead(request)) return refuse(405, 'Ask with GET.', allowedReads);
  const path = new URL(request.url).searchParams.get('path');
  if (!path?.startsWith('/')) return refuse(400, 'path is missing or is not a path.');
  const trimmed = path.replace(/(?<=[^/])\/$/, '');
  const [preview, answers] = await Promise.all([
    findPreview(trimmed, records),
    preloadResponses(trimmed, records),
  ]);
  const feed = hasFeeds ? preview.feed : null;
  return Response.json({ ...preview, feed, answers, images: signedImages(answers) }, { headers });
}
