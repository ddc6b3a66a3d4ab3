import { ConfigError } from '@undertone/backend/config/config-error.ts';
import { readUrl } from '@undertone/backend/config/environment.ts';

/** Name of the product in messages of its programs. In lower case it names `DATA_DIR/undertone.json`. */
export const product = 'Undertone';

/** What the environment decides for the site, beside what it decides for the backend. */
export interface SiteSettings {
  /** The Supabase that the site talks to; null runs the embedded backend. */
  readonly supabase: { readonly url: string; readonly publishableKey: string } | null;
  /** Where people can write to the operator, as the public pages say; null when nobody is named. */
  readonly contactEmail: string | null;
  /** Whether podcast apps find feeds of those who allow downloads. */
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
