import { ConfigError } from '../../../config/config-error.ts';

/** What `supabase init` writes and the CLI takes where nothing is written: nobody's choice. */
const cliDefault = 'http://127.0.0.1:3000';

export interface SiteUrl {
  /** Where mailed links and sign-ins lead unless they say otherwise. */
  readonly url: string;
  /** How `auth.site_url` and PUBLIC_URL contradict each other, and which of them decides. */
  readonly contradiction: string | null;
}

/**
 * Where the site is: at PUBLIC_URL, unless `auth.site_url` names another place on purpose.
 * @param written `auth.site_url` of config.toml, empty where it says nothing or `env(PUBLIC_URL)`
 * @throws {ConfigError} when it is no URL
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
      : `${both}: mailed links go through the latter and lead to the former.`,
  };
}
