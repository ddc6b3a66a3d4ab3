import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';

/** How long before its expiry a URL is renewed, so that a clip can still be downloaded completely. */
const RENEW_BEFORE_SECONDS = 60;

/** How many URLs are cached. The oldest are evicted first, and requested again when needed. */
const MAX_CACHED_URLS = 1000;

/** The clip no longer exists, or the listener may no longer play it. */
export class AudioGoneError extends Error {
  override name = 'AudioGoneError';
}

/** Requests the URLs of clips by their paths in the bucket; a clip that is gone has none. */
export type SignAudio = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;

interface CachedUrl {
  url: string;
  /** When the URL has to be renewed, in milliseconds since 1970. */
  staleAt: number;
}

/** A cache of signed URLs, which are requested in batches and kept while they are fresh. */
export class AudioUrls {
  #cached = new Map<string, CachedUrl>();
  #pending = new Map<string, Promise<void>>();
  readonly #sign: SignAudio;
  readonly #now: () => number;

  constructor(sign: SignAudio, now = Date.now) {
    this.#sign = sign;
    this.#now = now;
  }

  /**
   * The cached URL of a clip, unless it is missing or stale.
   *
   * @param freshFor how long it has to stay fresh, in seconds
   */
  peek(path: string, freshFor = 0): string | undefined {
    const cached = this.#cached.get(path);
    return cached && this.#now() + freshFor * 1000 < cached.staleAt ? cached.url : undefined;
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
   * Requests the URLs of all clips without a fresh one, in one request.
   *
   * @param freshFor how long they have to stay fresh, in seconds
   */
  async prepare(paths: readonly string[], freshFor = 0): Promise<void> {
    const missing = paths.filter((path) => this.peek(path, freshFor) === undefined);
    const unrequested = missing.filter((path) => !this.#pending.has(path));
    if (unrequested.length > 0) {
      const request = this.#request(unrequested);
      for (const path of unrequested) this.#pending.set(path, request);
    }
    await Promise.all(missing.flatMap((path) => this.#pending.get(path) ?? []));
  }

  /** Evicts a URL that did not work. */
  evict(path: string): void {
    this.#cached.delete(path);
  }

  /** Evicts all URLs, pending ones included, because the listener has changed. */
  clear(): void {
    this.#cached = new Map();
    this.#pending = new Map();
  }

  async #request(paths: readonly string[]): Promise<void> {
    // Measured before the request, since the URL's lifetime starts when the server signs it.
    const staleAt = this.#now() + (AUDIO_URL_SECONDS - RENEW_BEFORE_SECONDS) * 1000;
    const cached = this.#cached;
    const pending = this.#pending;
    try {
      const urls = await this.#sign(paths);
      for (const [path, url] of urls) {
        cached.delete(path);
        cached.set(path, { url, staleAt });
      }
      for (const path of [...cached.keys()].slice(0, -MAX_CACHED_URLS)) cached.delete(path);
    } finally {
      for (const path of paths) pending.delete(path);
    }
  }
}
