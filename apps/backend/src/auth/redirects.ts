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

/**
 * Where a mailed link or a sign-in may lead: to the site itself, and wherever
 * the settings allow. Everything else would lend the site's name to strangers.
 */
export class Redirects {
  readonly #site: URL;
  readonly #allowed: readonly RegExp[];

  constructor(siteUrl: string, patterns: readonly string[]) {
    this.#site = new URL(siteUrl);
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
    const site = this.#site;
    if (url.protocol === site.protocol && url.hostname === site.hostname) {
      // A program on this machine listens on whatever port it got (RFC 8252, 7.3).
      if (url.port === site.port || isLoopback(url.hostname)) return true;
    }
    return this.#allowed.some((pattern) => forms(url).some((form) => pattern.test(form)));
  }
}
