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

/**
 * Where a mailed link may lead: to the site itself, and wherever the settings
 * allow. Everything else would lend the site's name to strangers.
 */
export class Redirects {
  readonly #site: URL;
  readonly #allowed: readonly RegExp[];

  constructor(siteUrl: string, patterns: readonly string[]) {
    this.#site = new URL(siteUrl);
    this.#allowed = patterns.map(toExpression);
  }

  /** The URL asked for if it is allowed, else the site. */
  choose(asked: string | undefined): string {
    return asked && this.#isAllowed(asked) ? asked : this.#site.href;
  }

  #isAllowed(asked: string): boolean {
    if (!URL.canParse(asked)) return false;
    const url = new URL(asked);
    const site = this.#site;
    if (url.protocol === site.protocol && url.hostname === site.hostname) {
      // A program on this machine listens on whatever port it got (RFC 8252, 7.3).
      if (url.port === site.port || isLoopback(url.hostname)) return true;
    }
    if (url.username || url.password) return false;
    const withoutFragment = asked.replace(/#.*$/s, '');
    return this.#allowed.some((pattern) => pattern.test(withoutFragment));
  }
}
