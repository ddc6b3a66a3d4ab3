import { isIP } from 'node:net';

/** Compiles a pattern of additional_redirect_urls: `*` and `?` do not match `.` and `/`, `**` does. */
const toExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern.replaceAll(/\*\*|[*?]|[^*?]+/g, (part) => {
      if (part === '**') return '.*';
      if (part === '*') return '[^./]*';
      if (part === '?') return '[^./]';
      return part.replaceAll(/[\\^$.+()[\]{}|]/g, String.raw`\$&`);
    })}$`,
  );

/** Whether a host name is this machine's, where only its own programs respond. */
const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

/** Schemes whose URLs contain a program or a document. */
const contentSchemes = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:']);

/**
 * The forms of a URL against which patterns are matched: normalised as by a browser, so that tricks with
 * slashes, dots or tabs cannot make one URL look like another.
 */
const normalisedForms = (url: URL): string[] => {
  const withoutFragment = url.href.replace(/#.*$/s, '');
  return [withoutFragment, withoutFragment.replace(/\/$/, '')];
};

const isSameSite = (url: URL, site: URL): boolean => {
  if (url.protocol !== site.protocol) return false;
  // Programs on this machine may listen on any port (RFC 8252, 7.3).
  if (isLoopback(site.hostname)) return isLoopback(url.hostname);
  return url.host === site.host;
};

/**
 * The targets to which mailed links and sign-ins may redirect: the site, this server's public URL, and
 * those that the settings allow. Any other target could imitate the site.
 */
export class AllowedRedirects {
  readonly #site: URL;
  readonly #ownSites: readonly URL[];
  readonly #allowed: readonly RegExp[];

  constructor(siteUrl: string, patterns: readonly string[], publicUrl = siteUrl) {
    this.#site = new URL(siteUrl);
    this.#ownSites = [this.#site, new URL(publicUrl)];
    this.#allowed = patterns.map(toExpression);
  }

  /** The first of the requested URLs that is allowed, or the site's. */
  choose(...requested: readonly (string | undefined)[]): string {
    return requested.find((each) => each && this.#isAllowed(each)) ?? this.#site.href;
  }

  #isAllowed(requested: string): boolean {
    // Browsers and servers differ in how they read these characters.
    if (/[\\\s\p{Cc}]/u.test(requested) || !URL.canParse(requested)) return false;
    const url = new URL(requested);
    if (contentSchemes.has(url.protocol) || url.username || url.password) return false;
    if (this.#ownSites.some((site) => isSameSite(url, site))) return true;
    return this.#allowed.some((pattern) => normalisedForms(url).some((form) => pattern.test(form)));
  }
}
