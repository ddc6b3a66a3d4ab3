import { z } from 'zod';
import { claimText, present } from './claims.ts';
import { OAuthClient } from './oauth-client.ts';
import type { ProviderHttp } from './provider-http.ts';
import type { ProviderSettings } from '../../../config/provider-settings.ts';
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
  readonly issuer = null;
  readonly isEmailOptional: boolean;
  readonly #site: string;
  readonly #api: string;
  readonly #http: ProviderHttp;
  readonly #client: OAuthClient;

  constructor(http: ProviderHttp, settings: ProviderSettings) {
    this.isEmailOptional = settings.email_optional;
    this.#site = settings.url || 'https://github.com';
    this.#api = settings.url ? `${settings.url}/api/v3` : 'https://api.github.com';
    this.#http = http;
    this.#client = new OAuthClient(http, settings);
  }

  async prepare(): Promise<(request: AuthorizationRequest) => URL> {
    const endpoint = `${this.#site}/login/oauth/authorize`;
    return (request) => this.#client.authorizationUrl(endpoint, ['user:email'], request);
  }

  exchange(code: string, verifier: string): Promise<ProviderGrant> {
    const endpoint = `${this.#site}/login/oauth/access_token`;
    return this.#client.exchange(endpoint, 'client_secret_post', code, verifier);
  }

  async readProfile({ accessToken }: ProviderGrant): Promise<ProviderProfile> {
    const question = { headers: { authorization: `Bearer ${accessToken}` } };
    const [user, emails] = await Promise.all([
      this.#http.json(`${this.#api}/user`, userSchema, question),
      this.#http.json(`${this.#api}/user/emails`, emailsSchema, question),
    ]);
    const subject = String(user.id);
    const primary = emails.find((email) => email.primary);
    return {
      subject,
      email: primary ? { address: primary.email, isVerified: primary.verified } : null,
      claims: present({
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
}
