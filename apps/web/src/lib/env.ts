/** What the site must know before it can talk to its backend. */
export interface Settings {
  /** Address under which auth/v1, rest/v1, storage/v1, functions/v1 and realtime/v1 are served; `/` in the page means its own. */
  supabaseUrl: string;
  publishableKey: string;
  /** Where people can write to those who run the site, if they have named an address. */
  contactEmail?: string | undefined;
}

/** Thrown when the page holds no settings, or none that can be used. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Reads the settings that the server put into the page as
 * `<script type="application/json" id="undertone-config">`. An address of `/`
 * there means the origin that the page itself came from.
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

  const { supabaseUrl, publishableKey, contactEmail } = (value ?? {}) as Partial<
    Record<string, unknown>
  >;
  const url = typeof supabaseUrl === 'string' ? URL.parse(supabaseUrl, page.baseURI) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new SettingsError('The settings in the page name no backend address.');
  }
  if (typeof publishableKey !== 'string' || publishableKey === '') {
    throw new SettingsError('The settings in the page hold no publishable key.');
  }
  return {
    supabaseUrl: url.href,
    publishableKey,
    contactEmail: typeof contactEmail === 'string' ? contactEmail : undefined,
  };
}

/**
 * Reads the settings of a page. Where there are none that can be used, the page says so.
 *
 * @throws {SettingsError}
 */
export function loadSettings(page: Document): Settings {
  try {
    return readSettings(page);
  } catch (problem) {
    const root = page.getElementById('root');
    // Plain HTML, since React has not started.
    if (root && problem instanceof SettingsError) {
      root.innerHTML = `<main class="mx-auto max-w-md px-6 pt-[22vh]"><h1 class="text-3xl">Undertone cannot start</h1><p class="mt-4 text-ink-soft">${problem.message} Open the address that the server printed when it started, or ask whoever runs this site.</p></main>`;
    }
    throw problem;
  }
}
