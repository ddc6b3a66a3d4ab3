/**
 * The address that mails' links and sign-in providers redirect to.
 *
 * @param next the path to open afterwards
 */
export function callbackUrl(next?: string): string {
  const url = new URL('/auth/callback', location.origin);
  if (next !== undefined) url.searchParams.set('next', next);
  return url.href;
}
