import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** The maximum of feeds whose versions are stored. */
const MAX_FEEDS = 1000;

/** The validators of a feed's version. */
export interface FeedVersion {
  readonly etag: string;
  /** The time at which this version was first seen, a whole second. */
  readonly moment: Date;
}

/**
 * Records when each feed last changed. The newest drop's time is not enough, since a deletion changes a
 * feed as well.
 */
export class FeedVersions {
  readonly #known = new LRUCache<string, FeedVersion>({ max: MAX_FEEDS });

  /**
   * Returns the version of a feed, or of its cover, with the given content, and records it if it is new.
   * @param path the feed's canonical path, or a key of the cover
   */
  record(path: string, content: string | Uint8Array): FeedVersion {
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
    const known = this.#known.get(path);
    if (known?.etag === etag) return known;
    const now = Math.floor(Date.now() / 1000) * 1000;
    // HTTP dates have whole seconds. Clients can distinguish two versions only if these differ.
    const after = known ? known.moment.getTime() + 1000 : 0;
    const version = { etag, moment: new Date(Math.max(now, after)) };
    this.#known.set(path, version);
    return version;
  }
}

/** Whether a client has this version, by its request's headers. RFC 9110, section 13.2.2. */
export function hasVersion(headers: Headers, { etag, moment }: FeedVersion): boolean {
  const known = headers.get('if-none-match');
  if (known !== null) {
    return known.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
  }
  return moment.getTime() <= Date.parse(headers.get('if-modified-since') ?? '');
}
