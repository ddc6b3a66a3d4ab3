import { ConfigError } from '../../../config/config-error.ts';

/** The default of the Supabase CLI, which `supabase init` writes; it is not a deliberate choice. */
const cliDefault = 'http://127.0.0.1:3000';

export interface SiteUrl {
  /** The target of mailed links and sign-ins whose request names no other. */
  readonly url: string;
  /** A message when `auth.site_url` and PUBLIC_URL contradict each other, with the one that is used. */
  readonly contradiction: string | null;
}

/**
 * Chooses the site's URL: PUBLIC_URL, unless `auth.site_url` deliberately names another one.
 * @param written `auth.site_url` of config.toml, empty if that has none or `env(PUBLIC_URL)`
 * @throws {ConfigError} if `auth.site_url` is not a URL
 */
export function chooseSiteUrl(written: string, publicUrl: string): SiteUrl {
  if (written === '') return { url: publicUrl, contradiction: null };
  if (!URL.canParse(written)) {
    throw new ConfigError(`auth.site_url in config.toml is not a URL: "${written}".`);
  }
  const isByDefault = written.replace(/\/+$/, '') === cliDefault;
  const url = isByDefault ? publicUrl : written;
  if (new URL(written).origin === new URL(publicUrl).origin) return { url, contradiction: null };
  const both = `auth.site_url in config.toml is ${written}, and PUBLIC_URL is ${publicUrl}`;
  return {
    url,
    contradiction: isByDefault
      ? `${both}: mailed links lead to the latter, since the former is the Supabase CLI's default.`
      : `${both}: mailed links lead to the former.`,
  };
}
