import { isIP } from 'node:net';

/** A pattern of additional_redirect_urls: `*` and `?` stop at `.` and `/`, `**` goes on. */
const toExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern.replaceAll(/\*\*|[*?]|[^*?]+/g, (part) => {
      if (part === '**') return '.*';
      if (part === '*') return '[^./]*';
      if (part === '?') return '[^./]';
      return part.replaceAll(/[\\^$.+()[\]{}|]/g, String.raw`\$&`);
    })}$`,
  );

/** Names of this machine: only programs that run on it answer there. */
const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

/** Schemes that run or show what the address itself says. */
const ownContent = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:']);

/**
 * What a pattern is held against: the address as a browser understands it, so
 * that no trick with slashes, dots or tabs makes it look like another.
 */
const forms = (url: URL): string[] => {
  const withoutFragment = url.href.replace(/#.*$/s, '');
  return [withoutFragment, withoutFragment.replace(/\/$/, '')];
};

const isSameSite = (url: URL, site: URL): boolean => {
  if (url.protocol !== site.protocol) return false;
  // A program on this machine listens on whatever port it got (RFC 8252, 7.3).
  if (isLoopback(site.hostname)) return isLoopback(url.hostname);
  return url.host === site.host;
};

/**
 * Where a mailed link or a sign-in may lead: to the site itself, to where this server is
 * reached, and wherever the settings allow. Everything else would lend the site's name to
 * strangers.
 */
export class AllowedRedirects {
  readonly #site: URL;
  readonly #own: readonly URL[];
  readonly #allowed: readonly RegExp[];

  constructor(siteUrl: string, patterns: readonly string[], publicUrl = siteUrl) {
    this.#site = new URL(siteUrl);
    this.#own = [this.#site, new URL(publicUrl)];
    this.#allowed = patterns.map(toExpression);
  }

  /** The first URL asked for that is allowed, else the site. */
  choose(...asked: readonly (string | undefined)[]): string {
    return asked.find((each) => each && this.#isAllowed(each)) ?? this.#site.href;
  }

  #isAllowed(asked: string): boolean {
    // Programs differ in what they make of these.
    if (/[\\\s\p{Cc}]/u.test(asked) || !URL.canParse(asked)) return false;
    const url = new URL(asked);
    if (ownContent.has(url.protocol) || url.username || url.password) return false;
    if (this.#own.some((site) => isSameSite(url, site))) return true;
    return this.#allowed.some((pattern) => forms(url).some((form) => pattern.test(form)));
  }
}
