import type { Logger } from 'pino';
import type { SendRequest } from '@undertone/backend/http/internal-requests.ts';
import type { SiteNotice } from '@undertone/domain/site-notice';
import * as z from 'zod/mini';
import { escapeText } from './page-head.ts';

const text = z.nullable(z.string());

const noticeSchema = z.object({
  registration: z.enum(['open', 'invitation', 'closed']),
  announcement: text,
  rules: text,
  contactEmail: text,
  contactText: text,
  hasStaff: z.boolean(),
});

/** Reads what admins say on the public pages; null if it was never read. Never throws. */
export type ReadNotice = () => Promise<SiteNotice | null>;

/** How long a notice is shown before it is read again, ms. */
const lifetime = 1_000;

/** How long a page waits for the notice, ms. */
const timeout = 2_000;

/**
 * Creates a `ReadNotice`. Pages share a notice for a second.
 *
 * @param apiUrl the URL of the API for this server
 * @param send sends a request
 */
export function readNotices(
  apiUrl: string,
  publishableKey: string,
  log: Logger,
  send: SendRequest = (request) => fetch(request),
): ReadNotice {
  const request = async (): Promise<SiteNotice> => {
    const response = await send(
      new Request(`${apiUrl}/rest/v1/rpc/site_notice`, {
        method: 'POST',
        headers: { apikey: publishableKey, 'content-type': 'application/json' },
        body: '{}',
        signal: AbortSignal.timeout(timeout),
      }),
      '127.0.0.1',
    );
    if (!response.ok) throw new Error(`site_notice answered ${response.status}`);
    return noticeSchema.parse(await response.json());
  };
  let latest: Promise<SiteNotice | null> = Promise.resolve(null);
  let readAt = -Infinity;
  return () => {
    if (performance.now() < readAt + lifetime) return latest;
    readAt = performance.now();
    const before = latest;
    latest = request().catch((cause: unknown) => {
      log.warn({ cause }, 'the notice of the site could not be read');
      return before;
    });
    return latest;
  };
}

/** Renders an announcement above a page. It can be hidden until the next document, also without scripts. */
export const announcementBar = (announcement: string): string =>
  `<aside id="announcement" aria-label="Announcement"><p>${escapeText(announcement)}</p>` +
  `<label><input type="checkbox" aria-label="Hide the announcement" />Hide</label></aside>`;
