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
}

/** Thrown when the page holds no valid settings. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Reads the settings that the server put into the page as
 * `<script type="application/json" id="undertone-config">`. The URL `/` means the
 * page's own origin.
 *
 * @throws {SettingsError} when the block is missing or does not hold an http(s)
 * address and a key.
 */
export function readSettings(page: Document): Settings {
  const block = page.getElementById('undertone-config');
  if (!block) throw new SettingsError('The page came without its settings.');

  let value: unknown;
  try {
    value = JSON.parse(block.textContent);
  } catch (cause) {
    throw new SettingsError('The settings in the page are not valid JSON.', { cause });
  }

  // The other settings are trusted as the server wrote them.
  const settings = (value ?? {}) as Partial<Settings>;
  const { supabaseUrl, publishableKey } = settings;
  const url = typeof supabaseUrl === 'string' ? parseUrl(supabaseUrl, page.baseURI) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new SettingsError('The settings in the page name no backend address.');
  }
  if (typeof publishableKey !== 'string' || publishableKey === '') {
    throw new SettingsError('The settings in the page hold no publishable key.');
  }
  return { ...settings, supabaseUrl: url.href, publishableKey };
}

/**
 * Reads the settings of a page. When they are missing or invalid, the page shows an error.
 *
 * @throws {SettingsError}
 */
export function loadSettings(page: Document): Settings {
  try {
    return readSettings(page);
  } catch (problem) {
    const root = page.getElementById('root');
    // Plain HTML: React has not started.
    if (root && problem instanceof SettingsError) {
      root.innerHTML = `<main class="mx-auto max-w-md px-6 pt-[22vh]"><h1 class="text-3xl">Undertone cannot start</h1><p class="mt-4 text-ink-soft">${problem.message} Open the address that the server printed when it started, or ask the people who run this site.</p></main>`;
    }
    throw problem;
  }
}
