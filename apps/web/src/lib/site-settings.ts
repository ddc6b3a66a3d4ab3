import type { SiteNotice } from '@undertone/domain/site-notice';
import { parseUrl } from './parse-url.ts';

/** The settings with which the site reaches its backend. */
export interface Settings {
  /** URL under which auth/v1, rest/v1, storage/v1, functions/v1 and realtime/v1 are served. */
  supabaseUrl: string;
  publishableKey: string;
  /** The operators' address, if they have named one. */
  contactEmail?: string | null;
  /** Whether there are podcast feeds. */
  podcastFeeds?: boolean;
  /** What admins say on the public pages; missing on a static host. */
  notice?: Pick<SiteNotice, 'registration' | 'rules' | 'contactText' | 'hasStaff'>;
}

/**
 * Reads the settings that the server put into the page as
 * `<script type="application/json" id="undertone-config">`. The URL `/` means the page's own origin. Without
 * settings the page shows an error.
 *
 * @throws {Error} when the block is missing or does not hold an http(s) address and a key
 */
export function readSettings(page: Document): Settings {
  const settings = parse(page.getElementById('undertone-config')?.textContent);
  const { supabaseUrl, publishableKey } = settings;
  const url = typeof supabaseUrl === 'string' ? parseUrl(supabaseUrl, page.baseURI) : null;
  // The other settings are trusted as the server wrote them.
  if (publishableKey && url && /^https?:$/.test(url.protocol)) {
    return { ...settings, supabaseUrl: url.href, publishableKey };
  }
  const root = page.getElementById('root');
  // Plain HTML: React has not started.
  if (root) {
    root.innerHTML =
      '<main class="mx-auto max-w-md px-6 py-9"><h1 class="text-3xl">Undertone cannot start</h1><p class="mt-4">The page holds no valid settings. Open the address that the server printed when it started, or ask the people who run this site.</p></main>';
  }
  throw new Error('The page holds no valid settings.');
}

function parse(text: string | undefined): Partial<Settings> {
  try {
    return JSON.parse(text ?? '') ?? {};
  } catch {
    return {};
  }
}
