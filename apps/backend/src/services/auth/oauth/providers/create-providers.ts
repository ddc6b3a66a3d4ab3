import type { Metadata } from '../../accounts/users.ts';
import { claimText, customClaims, definedClaims } from './profile-claims.ts';
import { GitHubProvider } from './github-provider.ts';
import { OidcProvider, type Person } from './oidc-provider.ts';
import { createProviderFetch } from './provider-fetch.ts';
import type { ExternalProviders, ProviderSettings } from '../../../../config/provider-settings.ts';
import type { Provider } from './provider.ts';

/** The enabled providers by name. */
export type Providers = ReadonlyMap<string, Provider>;

const namedClaims = (person: Person, claims: Parameters<typeof definedClaims>[0]): Metadata => {
  const name = claimText.parse(person.name);
  return definedClaims({ name, full_name: name, provider_id: person.sub, ...claims });
};

const googleClaims = (person: Person): Metadata => {
  const picture = claimText.parse(person.picture);
  const domain = claimText.parse(person.hd);
  const custom_claims = domain ? { hd: domain } : undefined;
  return namedClaims(person, { picture, avatar_url: picture, custom_claims });
};

const keycloakClaims = (person: Person): Metadata =>
  namedClaims(person, { custom_claims: customClaims(person) });

/**
 * Creates the enabled providers.
 * @param callbackUrl the URL to which providers redirect, unless their settings name another one
 */
export function createProviders(
  { google, github, keycloak }: ExternalProviders,
  callbackUrl: string,
): Providers {
  const fetch = createProviderFetch();
  const withCallback = (settings: ProviderSettings): ProviderSettings => ({
    ...settings,
    redirect_uri: settings.redirect_uri || callbackUrl,
  });
  const providers: Provider[] = [];
  if (google) {
    const issuer = 'https://accounts.google.com';
    const settings = withCallback(google);
    providers.push(
      new OidcProvider({ name: 'google', issuer, settings, fetch, readClaims: googleClaims }),
    );
  }
  if (github) providers.push(new GitHubProvider(fetch, withCallback(github)));
  if (keycloak) {
    const settings = withCallback(keycloak);
    const { url: issuer } = keycloak;
    providers.push(
      new OidcProvider({ name: 'keycloak', issuer, settings, fetch, readClaims: keycloakClaims }),
    );
  }
  return new Map(providers.map((provider) => [provider.name, provider]));
}
