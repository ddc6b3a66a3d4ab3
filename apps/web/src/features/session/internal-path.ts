/**
 * The path to go on to after signing in, if it is one of this site: never the
 * address of another one, which a link to /auth could carry.
 */
export function internalPath(next: unknown, origin: string): string | undefined {
  if (typeof next !== 'string' || !next.startsWith('/')) return undefined;
  const url = URL.parse(next, origin);
  // '//elsewhere' and '/\elsewhere' start with a slash and name another host all the same.
  if (!url || url.origin !== origin) return undefined;
  return url.pathname + url.search + url.hash;
}
