/** The site's page that redeems a mailed token after a press: `POST /verify` with `token_hash` and `type`. */
const page = '/confirm';

/**
 * The link of a mail: the page of the site that the mail's request named, with the rest of that address as
 * `next`, which the page opens afterwards. A target of another kind, such as an app's own scheme, gets the
 * token itself.
 * @param target an allowed redirect
 * @param type GoTrue's name for the purpose of the token
 */
export function confirmationLink(target: string, tokenHash: string, type: string): string {
  const requested = new URL(target);
  const isSite = /^https?:$/.test(requested.protocol);
  const link = isSite ? new URL(page, requested) : requested;
  link.searchParams.set('token_hash', tokenHash);
  link.searchParams.set('type', type);
  const next = requested.pathname + requested.search;
  if (isSite && next !== '/') link.searchParams.set('next', next);
  return link.href;
}
