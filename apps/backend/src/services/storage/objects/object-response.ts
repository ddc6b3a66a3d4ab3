import { parseRange } from '../../../http/byte-range.ts';
import { respondDirectly } from '../../../http/direct-response.ts';
import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';
import { FileBody } from './file-body.ts';
import type { ObjectMetadata, StoredObject } from './object-row.ts';
import type { ObjectStore } from '../files/object-store.ts';

/** Which caches may keep a response, and for how long. */
export interface CachePolicy {
  readonly audience: 'public' | 'private';
  /** The maximum of `max-age`, s, whatever value the uploader chose. */
  readonly maximumAge?: number;
}

/** Types that a browser shows without running scripts. All other types are sent as attachments. */
const inlineTypes = /^(audio|video)\/|^image\/(png|jpeg|gif|webp|avif)$|^text\/plain$/;

const essence = (mimeType: string): string => mimeType.split(';')[0]!.trim().toLowerCase();

/** The encoding of RFC 8187, which escapes more characters than encodeURIComponent. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function disposition(mimeType: string, download: string | undefined): string | null {
  if (download) {
    const name = encodeName(download);
    return `attachment; filename=${name}; filename*=UTF-8''${name}`;
  }
  return download === '' || !inlineTypes.test(essence(mimeType)) ? 'attachment' : null;
}

function cacheControl(requested: string, { audience, maximumAge = Infinity }: CachePolicy): string {
  if (/\bno-store\b/.test(requested)) return 'no-store';
  const seconds = /\bmax-age=(\d{1,9})\b/.exec(requested)?.[1];
  if (seconds === undefined) return `${audience}, no-cache`;
  return `${audience}, max-age=${Math.min(Number(seconds), Math.max(0, maximumAge))}`;
}

/** Whether the client's cached copy is current (RFC 9110, section 13). */
function isFresh(context: GatewayContext, { eTag, lastModified }: ObjectMetadata): boolean {
  const tags = context.req.header('if-none-match');
  if (tags !== undefined) {
    return tags.split(',').some((tag) => ['*', eTag].includes(tag.trim().replace(/^W\//, '')));
  }
  const since = Date.parse(context.req.header('if-modified-since') ?? '');
  return Math.floor(Date.parse(lastModified) / 1000) <= Math.floor(since / 1000);
}

/** Whether `If-Range` allows a partial response: the client must have a part of the same version. */
function isSameVersion(context: GatewayContext, { eTag, lastModified }: ObjectMetadata): boolean {
  const condition = context.req.header('if-range');
  return (
    condition === undefined ||
    condition === eTag ||
    condition === new Date(lastModified).toUTCString()
  );
}

function headersOf(
  { metadata }: StoredObject,
  policy: CachePolicy,
  download: string | undefined,
): Headers {
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': cacheControl(metadata.cacheControl, policy),
    // As on Supabase, HTML is never rendered from here.
    'content-type': essence(metadata.mimetype) === 'text/html' ? 'text/plain' : metadata.mimetype,
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
  });
  // The response to the same URL differs by caller.
  if (policy.audience === 'private') headers.set('vary', 'authorization, apikey');
  const attachment = disposition(metadata.mimetype, download);
  if (attachment) headers.set('content-disposition', attachment);
  return headers;
}

/**
 * Responds with an object: its bytes or a range of them, 304, or only its headers.
 *
 * @param find finds the object; called again if the object was replaced before its file was opened
 * @param before the object that was found before, whose file was missing
 * @throws {StorageError} NoSuchKey, InvalidRange, InternalError
 */
export async function respondWithObject(
  context: GatewayContext,
  store: ObjectStore,
  find: () => Promise<StoredObject | null>,
  policy: CachePolicy,
  before?: StoredObject,
): Promise<Response> {
  const object = await find();
  if (!object) throw errors.noSuchKey();
  const { size } = object.metadata;
  const headers = headersOf(object, policy, context.req.query('download'));

  if (isFresh(context, object.metadata)) return new Response(null, { status: 304, headers });
  if (context.req.raw.method === 'HEAD') {
    headers.set('content-length', String(size));
    return new Response(null, { headers });
  }

  const range = isSameVersion(context, object.metadata)
    ? parseRange(context.req.header('range'), size)
    : null;
  if (range === 'unsatisfiable') throw errors.invalidRange(size);

  const handle = await store.read(object);
  if (!handle) {
    if (object.version === before?.version) throw errors.missingBytes(object.id);
    return respondWithObject(context, store, find, policy, object);
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  headers.set('content-length', String(end - start + 1));
  if (range) headers.set('content-range', `bytes ${start}-${end}/${size}`);
  if (end < start) {
    await handle.close();
    return new Response(null, { headers });
  }
  const status = range ? 206 : 200;
  const part = new FileBody(handle, { start, end }, (error) =>
    context.get('log').error(error, 'an object could not be sent'),
  );
  return respondDirectly(context, part, { status, headers });
}
