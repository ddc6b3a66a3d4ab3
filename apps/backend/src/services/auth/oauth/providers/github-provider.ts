import { protectedResourceRequest } from 'oauth4webapi';
import { z } from 'zod';
import type { ProviderSettings } from '../../../../config/provider-settings.ts';
import { OAuthClient, protocolStep, unexpectedResponse } from './oauth-client.ts';
import { claimText, definedClaims } from './profile-claims.ts';
import type { ProviderFetch } from './provider-fetch.ts';
import type { AuthorizationRequest, Provider, ProviderGrant, ProviderProfile } from './provider.ts';

const userSchema = z.object({
  id: z.number().int().positive(),
  login: claimText,
  name: claimText,
  avatar_url: claimText,
});

const emailsSchema = z.array(
  z.object({ email: z.string().min(1), primary: z.boolean(), verified: z.boolean() }),
);

/** GitHub, or a GitHub Enterprise Server at `url`: OAuth without an ID token. */
export class GitHubProvider implements Provider {
  readonly name = 'github';
  readonly isEmailOptional: boolean;
  readonly #site: string;
  readonly #api: string;
  readonly #oauth: OAuthClient;

  constructor(fetch: ProviderFetch, settings: ProviderSettings) {
    this.isEmailOptional = settings.email_optional;
    this.#site = settings.url || 'https://github.com';
    this.#api = settings.url ? `${settings.url}/api/v3` : 'https://api.github.com';
    this.#oauth = new OAuthClient(fetch, settings, this.#site);
  }

  async prepare(): Promise<(request: AuthorizationRequest) => URL> {
    const endpoint = `${this.#site}/login/oauth/authorize`;
    return (request) => this.#oauth.authorizationUrl(endpoint, ['user:email'], request);
  }

  exchange(callback: URLSearchParams, verifier: string): Promise<ProviderGrant> {
    const server = {
      issuer: this.#site,
      token_endpoint: `${this.#site}/login/oauth/access_token`,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    };
    // Only the code is checked: GitHub documents no issuer with which a callback's `iss` could be compared.
    const code = callback.get('code') ?? '';
    return this.#oauth.exchange(server, new URLSearchParams({ code }), verifier);
  }

  async readProfile({ accessToken }: ProviderGrant): Promise<ProviderProfile> {
    const [user, emails] = await Promise.all([
      this.#read('/user', userSchema, accessToken),
      this.#read('/user/emails', emailsSchema, accessToken),
    ]);
    const subject = String(user.id);
    const primary = emails.find((email) => email.primary);
    return {
      subject,
      email: primary ? { address: primary.email, isVerified: primary.verified } : null,
      claims: definedClaims({
        iss: this.#api,
        name: user.name,
        full_name: user.name,
        preferred_username: user.login,
        user_name: user.login,
        avatar_url: user.avatar_url,
        provider_id: subject,
      }),
    };
  }

  #read<T>(path: string, schema: z.ZodType<T>, accessToken: string): Promise<T> {
    const url = new URL(`${this.#api}${path}`);
    return protocolStep(unexpectedResponse(url.href), async () => {
      const headers = new Headers({ accept: 'application/json' });
      const { transport } = this.#oauth;
      const response = await protectedResourceRequest(
        accessToken,
        'GET',
        url,
        headers,
        null,
        transport,
      );
      return schema.parse(await response.json());
    });
  }
}
