import { z } from 'zod';
import { ConfigError } from './config-error.ts';

/** The providers that are served. */
const servedProviders = ['google', 'github', 'keycloak'] as const;

type ServedProvider = (typeof servedProviders)[number];

/** The providers that GoTrue knows, by their keys in config.toml and in `/settings`. */
export const knownProviders = [
  ...servedProviders,
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'gitlab',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'x',
  'zoom',
] as const;

/** A section auth.external.<name> of config.toml, as the Supabase CLI reads it. */
export const providerSchema = z.strictObject({
  enabled: z.boolean().default(false),
  client_id: z.string().default(''),
  secret: z.string().default(''),
  redirect_uri: z.string().default(''),
  url: z.string().default(''),
  skip_nonce_check: z.boolean().default(false),
  email_optional: z.boolean().default(false),
});

type ProviderSection = z.output<typeof providerSchema>;

/** The settings of an enabled provider. */
export type ProviderSettings = Omit<ProviderSection, 'enabled'>;

/** The enabled providers, by name. */
export type ExternalProviders = Readonly<Partial<Record<ServedProvider, ProviderSettings>>>;

const isServed = (name: string): name is ServedProvider =>
  servedProviders.some((served) => served === name);

/** Replaces `env(NAME)` by the value of the environment variable. */
function readText(setting: string, text: string, env: NodeJS.ProcessEnv): string {
  const variable = /^env\((.*)\)$/.exec(text)?.[1];
  if (variable === undefined) return text;
  const value = env[variable];
  if (!value) throw new ConfigError(`${setting} is ${text}, and ${variable} is not set.`);
  return value;
}

function readUrl(setting: string, text: string): string {
  if (text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text;
  throw new ConfigError(`${setting} is not a URL.`);
}

/**
 * Reads the settings of the enabled providers. Incomplete settings of a disabled one are no error.
 * @throws {ConfigError} naming the setting that an enabled provider lacks
 */
export function readExternalProviders(
  sections: Readonly<Record<string, ProviderSection>>,
  env: NodeJS.ProcessEnv,
): ExternalProviders {
  const providers: Partial<Record<ServedProvider, ProviderSettings>> = {};
  for (const [name, { enabled, ...section }] of Object.entries(sections)) {
    if (!enabled) continue;
    const place = `auth.external.${name}`;
    if (!isServed(name)) {
      throw new ConfigError(
        `${place} is enabled, and only ${servedProviders.join(', ')} are served here.`,
      );
    }
    const read = (key: 'client_id' | 'secret' | 'redirect_uri' | 'url') =>
      readText(`${place}.${key}`, section[key], env);
    const settings = {
      ...section,
      client_id: read('client_id'),
      secret: read('secret'),
      redirect_uri: readUrl(`${place}.redirect_uri`, read('redirect_uri')),
      url: readUrl(`${place}.url`, read('url')).replace(/\/+$/, ''),
    };
    for (const key of ['client_id', 'secret'] as const) {
      if (!settings[key]) throw new ConfigError(`${place} is enabled, and has no ${key}.`);
    }
    if (name === 'keycloak' && !settings.url) {
      throw new ConfigError(`${place} is enabled, and has no url, the one of the issuer.`);
    }
    providers[name] = settings;
  }
  return providers;
}
