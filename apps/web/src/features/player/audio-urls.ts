import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';

/** How long before its expiry a URL is renewed, so that a clip can still be fetched to its end. */
const RENEW_BEFORE_SECONDS = 60;

/** How many URLs are cached. The oldest are dropped first, and requested again when needed. */
const MAX_CACHED_URLS = 1000;

/** A clip no longer exists, or the listener may no longer hear it. */
export class AudioGoneError extends Error {
  override name = 'AudioGoneError';
}

type SignAudio = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;

interface KnownUrl {
  url: string;
  /** When the URL has to be renewed, in milliseconds since 1970. */
  staleAt: number;
}

/** A cache of signed URLs, which are requested in batches and kept while they are fresh. */
export class AudioUrls {
  #known = new Map<string, KnownUrl>();
  #pending = new Map<string, Promise<void>>();
  readonly #sign: SignAudio;
  readonly #now: () => number;

  /** @param sign requests the URLs of clips by their paths */
  constructor(sign: SignAudio, now = Date.now) {
    this.#sign = sign;
    this.#now = now;
  }

  /**
   * The cached URL of a clip, unless it is missing or stale.
   *
   * @param freshFor for how long it has to stay fresh, in seconds
   */
  peek(path: string, freshFor = 0): string | undefined {
    const known = this.#known.get(path);
    return known && this.#now() + freshFor * 1000 < known.staleAt ? known.url : undefined;
  }

  /**
   * The URL of a clip, from the cache or requested.
   *
   * @throws {AudioGoneError} when the clip is gone; any error of the request
   */
  async get(path: string): Promise<string> {
    await this.prepare([path]);
    const url = this.peek(path);
    if (url === undefined) throw new AudioGoneError(`There is no audio at ${path}.`);
    return url;
  }

  /**
   * Requests the URLs of all clips that lack a fresh one, in one request.
   *
   * @param freshFor for how long they have to stay fresh, in seconds
   */
  async prepare(paths: readonly string[], freshFor = 0): Promise<void> {
    const lacking = paths.filter((path) => this.peek(path, freshFor) === undefined);
    const unrequested = lacking.filter((path) => !this.#pending.has(path));
    if (unrequested.length > 0) {
      const request = this.#request(unrequested);
      for (const path of unrequested) this.#pending.set(path, request);
    }
    await Promise.all(lacking.flatMap((path) => this.#pending.get(path) ?? []));
  }

  /** Drops a URL that did not work. */
  forget(path: string): void {
    this.#known.delete(path);
  }

  /** Drops all URLs, pending ones included, because the listener has changed. */
  clear(): void {
    this.#known = new Map();
    this.#pending = new Map();
  }

  async #request(paths: readonly string[]): Promise<void> {
    // Measured before the request, since the URL's lifetime starts when the server signs it.
    const staleAt = this.#now() + (AUDIO_URL_SECONDS - RENEW_BEFORE_SECONDS) * 1000;
    const known = this.#known;
    const pending = this.#pending;
    try {
      const urls = await this.#sign(paths);
      for (const [path, url] of urls) {
        known.delete(path);
        known.set(path, { url, staleAt });
      }
      for (const path of [...known.keys()].slice(0, -MAX_CACHED_URLS)) known.delete(path);
    } finally {
      for (const path of paths) pending.delete(path);
    }
  }
}
