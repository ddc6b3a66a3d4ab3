/** Where mails' links and third parties lead back to, and where it goes on from there. */
export function callbackUrl(next?: string): string {
  const url = new URL('/auth/callback', location.origin);
  if (next !== undefined) url.searchParams.set('next', next);
  return url.href;
}
