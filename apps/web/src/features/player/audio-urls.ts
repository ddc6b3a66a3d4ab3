import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';

/** A URL is renewed this long before it expires, in seconds, so that a clip can still be fetched whole. */
const RENEW_BEFORE_SECONDS = 60;

/** URLs that are kept. Those that were asked for first go first: playing asks for them again. */
const KEPT = 1000;

/** Thrown for a clip that no longer exists, or that the listener may no longer hear. */
export class AudioGoneError extends Error {
  override name = 'AudioGoneError';
}

type SignAudio = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;

interface KnownUrl {
  url: string;
  /** From this moment on, in milliseconds, another is asked for. */
  staleAt: number;
}

/** The signed URLs of the clips at hand: asked for in batches, kept while they are fresh. */
export class AudioUrls {
  #known = new Map<string, KnownUrl>();
  #asked = new Map<string, Promise<void>>();
  readonly #sign: SignAudio;
  readonly #now: () => number;

  /** @param sign asks for the URLs of clips, by their paths */
  constructor(sign: SignAudio, now = Date.now) {
    this.#sign = sign;
    this.#now = now;
  }

  /** The URL of a clip, if a fresh one is known already. */
  peek(path: string): string | undefined {
    const known = this.#known.get(path);
    return known && this.#now() < known.staleAt ? known.url : undefined;
  }

  /**
   * The URL of a clip.
   *
   * @throws {AudioGoneError} when the clip cannot be had any more, and whatever the request throws
   */
  async get(path: string): Promise<string> {
    await this.prepare([path]);
    const url = this.peek(path);
    if (url === undefined) throw new AudioGoneError(`There is no audio at ${path}.`);
    return url;
  }

  /** Asks for the URLs of those clips that lack a fresh one, all in one request. */
  async prepare(paths: readonly string[]): Promise<void> {
    const lacking = paths.filter((path) => this.peek(path) === undefined);
    const unasked = lacking.filter((path) => !this.#asked.has(path));
    if (unasked.length > 0) {
      const request = this.#ask(unasked);
      for (const path of unasked) this.#asked.set(path, request);
    }
    await Promise.all(lacking.flatMap((path) => this.#asked.get(path) ?? []));
  }

  /** Drops a URL that turned out not to work. */
  forget(path: string): void {
    this.#known.delete(path);
  }

  /** Drops all URLs, those under way included: they are another listener's. */
  clear(): void {
    this.#known = new Map();
    this.#asked = new Map();
  }

  async #ask(paths: readonly string[]): Promise<void> {
    // The life of a URL is counted from before it was made, not from when it arrived.
    const staleAt = this.#now() + (AUDIO_URL_SECONDS - RENEW_BEFORE_SECONDS) * 1000;
    const known = this.#known;
    const asked = this.#asked;
    try {
      const urls = await this.#sign(paths);
      for (const [path, url] of urls) {
        known.delete(path);
        known.set(path, { url, staleAt });
      }
      for (const path of [...known.keys()].slice(0, -KEPT)) known.delete(path);
    } finally {
      for (const path of paths) asked.delete(path);
    }
  }
}
