import type { Metadata } from '../../accounts/users.ts';
import { claimText, customClaims, present } from './profile-claims.ts';
import { GitHubProvider } from './github-provider.ts';
import { OidcProvider, type Person } from './oidc-provider.ts';
import { createProviderFetch } from './provider-fetch.ts';
import type { ExternalProviders, ProviderSettings } from '../../../../config/provider-settings.ts';
import type { Provider } from './provider.ts';

/** The providers that people may sign in with, by name. */
export type Providers = ReadonlyMap<string, Provider>;

const googleClaims = (person: Person): Metadata => {
  const name = claimText.parse(person.name);
  const picture = claimText.parse(person.picture);
  const domain = claimText.parse(person.hd);
  return present({
    name,
    full_name: name,
    picture,
    avatar_url: picture,
    provider_id: person.sub,
    custom_claims: domain ? { hd: domain } : undefined,
  });
};

const keycloakClaims = (person: Person): Metadata => {
  const name = claimText.parse(person.name);
  return present({
    name,
    full_name: name,
    provider_id: person.sub,
    custom_claims: customClaims(person),
  });
};

/** @param callbackUrl where they send people back to, unless their settings say otherwise */
export function createProviders(
  { google, github, keycloak }: ExternalProviders,
  callbackUrl: string,
): Providers {
  const fetch = createProviderFetch();
  const complete = (settings: ProviderSettings): ProviderSettings => ({
    ...settings,
    redirect_uri: settings.redirect_uri || callbackUrl,
  });
  const providers: Provider[] = [];
  if (google) {
    providers.push(
      new OidcProvider({
        name: 'google',
        issuer: 'https://accounts.google.com',
        settings: complete(google),
        fetch,
        readClaims: googleClaims,
      }),
    );
  }
  if (github) providers.push(new GitHubProvider(fetch, complete(github)));
  if (keycloak) {
    providers.push(
      new OidcProvider({
        name: 'keycloak',
        issuer: keycloak.url,
        settings: complete(keycloak),
        fetch,
        readClaims: keycloakClaims,
      }),
    );
  }
  return new Map(providers.map((provider) => [provider.name, provider]));
}
