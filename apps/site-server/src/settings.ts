import { ConfigError } from '@undertone/backend/config/config-error.ts';
import { readUrl } from '@undertone/backend/config/environment.ts';

/** The product's name in messages, and in lower case in the file name `DATA_DIR/undertone.json`. */
export const product = 'Undertone';

/** The site's settings from the environment, in addition to the backend's. */
export interface SiteSettings {
  /** The Supabase that the site talks to; null runs the embedded backend. */
  readonly supabase: { readonly url: string; readonly publishableKey: string } | null;
  /** The operator's e-mail address on the public pages; null if none is shown. */
  readonly contactEmail: string | null;
  /** Whether there are podcast feeds of people who allow downloads. */
  readonly podcastFeeds: boolean;
}

const readSupabase = (env: NodeJS.ProcessEnv): SiteSettings['supabase'] => {
  const url = readUrl('SUPABASE_URL', env.SUPABASE_URL);
  const publishableKey = env.SUPABASE_PUBLISHABLE_KEY || null;
  if (url === null && publishableKey === null) return null;
  if (url === null || publishableKey === null) {
    throw new ConfigError('SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY go together.');
  }
  return { url, publishableKey };
};

/**
 * Reads the site's settings from the environment.
 * @throws {ConfigError} naming the variable that is wrong
 */
export function readSiteSettings(env: NodeJS.ProcessEnv): SiteSettings {
  const contactEmail = env.CONTACT_EMAIL || null;
  if (contactEmail !== null && !/^[^\s@]+@[^\s@]+$/.test(contactEmail)) {
    throw new ConfigError('CONTACT_EMAIL is not an e-mail address.');
  }
  const feeds = env.PODCAST_FEEDS || 'on';
  if (feeds !== 'on' && feeds !== 'off') throw new ConfigError('PODCAST_FEEDS is on or off.');
  return { supabase: readSupabase(env), contactEmail, podcastFeeds: feeds === 'on' };
}
