import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Of how many feeds it is known since when they are as they are. */
const FEEDS_KNOWN = 1000;

/** What tells a feed's versions apart. */
export interface FeedVersion {
  readonly etag: string;
  /** When the feed was first seen so; a whole second. */
  readonly moment: Date;
}

/** Since when feeds are as they are: a deletion changes one without changing the time of any drop in it. */
export class FeedVersions {
  readonly #known = new LRUCache<string, FeedVersion>({ max: FEEDS_KNOWN });

  /** @param path the feed's own, however it was asked for */
  see(path: string, text: string): FeedVersion {
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
    const known = this.#known.get(path);
    if (known?.etag === etag) return known;
    const now = Math.floor(Date.now() / 1000) * 1000;
    // Dates of HTTP have whole seconds: clients tell two versions apart only if these differ.
    const after = known ? known.moment.getTime() + 1000 : 0;
    const version = { etag, moment: new Date(Math.max(now, after)) };
    this.#known.set(path, version);
    return version;
  }
}

/** Whether a client that asks with these headers has this version. RFC 9110, section 13.2.2. */
export function hasVersion(headers: Headers, { etag, moment }: FeedVersion): boolean {
  const known = headers.get('if-none-match');
  if (known !== null) {
    return known.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
  }
  return moment.getTime() <= Date.parse(headers.get('if-modified-since') ?? '');
}
