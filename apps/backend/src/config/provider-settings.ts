import { z } from 'zod';
import { environmentReference } from './toml-values.ts';

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

const isServed = (name: string): name is ServedProvider =>
  servedProviders.some((served) => served === name);

const requiredText = environmentReference.pipe(
  z.string().min(1, 'An enabled provider requires a value'),
);

const url = environmentReference.refine(
  (text) => text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
  'The value is not a URL',
);

/** The settings of an enabled provider, with values from the environment. */
const enabledProvider = z.object({
  client_id: requiredText,
  secret: requiredText,
  redirect_uri: url,
  url: url.transform((text) => text.replace(/\/+$/, '')),
  skip_nonce_check: z.boolean(),
  email_optional: z.boolean(),
});

export type ProviderSettings = z.output<typeof enabledProvider>;

/** A section auth.external.<name> of config.toml. A disabled one is null, and may be incomplete. */
const section = z
  .strictObject({
    enabled: z.boolean().default(false),
    client_id: z.string().default(''),
    secret: z.string().default(''),
    redirect_uri: z.string().default(''),
    url: z.string().default(''),
    skip_nonce_check: z.boolean().default(false),
    email_optional: z.boolean().default(false),
  })
  .transform(({ enabled, ...written }, context): ProviderSettings | null => {
    if (!enabled) return null;
    const { data, error } = enabledProvider.safeParse(written);
    for (const { path, message } of error?.issues ?? []) {
      context.addIssue({ code: 'custom', path, message });
    }
    return data ?? z.NEVER;
  });

/** The enabled providers, by name. */
export type ExternalProviders = Readonly<Partial<Record<ServedProvider, ProviderSettings>>>;

/** The sections auth.external of config.toml. */
export const externalProviders = z
  .record(z.string(), section)
  .transform((sections, context): ExternalProviders => {
    const providers: Partial<Record<ServedProvider, ProviderSettings>> = {};
    for (const [name, settings] of Object.entries(sections)) {
      if (!settings) continue;
      const refuse = (message: string) =>
        context.addIssue({ code: 'custom', path: [name], message });
      if (!isServed(name)) {
        refuse(`${name} is enabled, but only ${servedProviders.join(', ')} are served here`);
      } else if (name === 'keycloak' && !settings.url) {
        refuse('keycloak is enabled, but its url, that of the issuer, is missing');
      } else providers[name] = settings;
    }
    return providers;
  });
