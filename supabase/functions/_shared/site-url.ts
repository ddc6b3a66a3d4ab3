/**
 * Reads the site's origin from the parameter `site`, which the calling server sets: a function has
 * only the URL of the API.
 *
 * @returns the origin without a slash at the end; null when it is not an http URL
 */
export function siteUrl(query: URLSearchParams): string | null {
  const given = query.get('site');
  if (!given || !URL.canParse(given)) return null;
  const { protocol, origin } = new URL(given);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}
