import { mailLinkPath } from '../../../packages/domain/src/notification-mail.ts';

interface UnsubscribeFunction {
  readonly api: string;
  /** Without a slash at the end. */
  readonly site: string;
  readonly publishableKey: string;
}

const refuse = (status: number, message: string, headers = {}): Response =>
  new Response(message, { status, headers: { 'content-type': 'text/plain', ...headers } });

/**
 * The address in the header `List-Unsubscribe` of a mail (RFC 8058): `POST` stops the mails to the account of the
 * token, and `GET`, which people and scanners send, leads to the page that does so after a press.
 */
export async function handle(
  request: Request,
  { api, site, publishableKey }: UnsubscribeFunction,
): Promise<Response> {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  if (request.method === 'GET' || request.method === 'HEAD') {
    const location = site + mailLinkPath('stop_mail', encodeURIComponent(token));
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
  }
  if (request.method !== 'POST') {
    return refuse(405, 'Unsubscribe with POST.', { allow: 'GET, HEAD, POST' });
  }
  const response = await fetch(`${api}/rest/v1/rpc/stop_mail`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw new Error(`stop_mail answered ${response.status}`);
  if ((await response.json()) !== true) return refuse(404, 'This link does not work any more.');
  return new Response('No further mails are sent.', { headers: { 'content-type': 'text/plain' } });
}
