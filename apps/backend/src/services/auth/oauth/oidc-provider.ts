import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Metadata } from '../accounts/users.ts';
import { nonceOf, OAuthClient } from './oauth-client.ts';
import type { ProviderHttp } from './provider-http.ts';
import type { ProviderSettings } from '../../../config/provider-settings.ts';
import {
  ProviderError,
  type AuthorizationRequest,
  type Provider,
  type ProviderGrant,
  type ProviderProfile,
} from './provider.ts';

/** How long a provider's description of itself is believed, ms. */
const trustFor = 60 * 60_000;

/** Signatures that only the provider can make: not `none`, and none made with the client's secret. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Clocks of two machines may be this far apart, seconds. */
const clockTolerance = 30;

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url({ protocol: /^https?$/ }),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  userinfo_endpoint: z.url({ protocol: /^https?$/ }).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});

/** What a provider says of a person, in an ID token or at its userinfo endpoint. */
const personSchema = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.string().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
});

export type Person = z.output<typeof personSchema>;

export interface OidcProviderOptions {
  readonly name: string;
  readonly issuer: string;
  readonly settings: ProviderSettings;
  readonly http: ProviderHttp;
  /** Which claims are kept, by GoTrue's names. */
  readonly readClaims: (person: Person) => Metadata;
}

interface Description extends z.output<typeof discoverySchema> {
  readonly keys: JWTVerifyGetKey;
}

/** Any server that speaks OpenID Connect, found by its issuer. */
export class OidcProvider implements Provider {
  readonly name: string;
  readonly issuer: string;
  readonly isEmailOptional: boolean;
  readonly #checksNonce: boolean;
  readonly #clientId: string;
  readonly #http: ProviderHttp;
  readonly #client: OAuthClient;
  readonly #readClaims: (person: Person) => Metadata;
  #description: { readonly since: number; readonly value: Promise<Description> } | null = null;

  constructor({ name, issuer, settings, http, readClaims }: OidcProviderOptions) {
    this.name = name;
    this.issuer = issuer;
    this.isEmailOptional = settings.email_optional;
    this.#checksNonce = !settings.skip_nonce_check;
    this.#clientId = settings.client_id;
    this.#http = http;
    this.#client = new OAuthClient(http, settings);
    this.#readClaims = readClaims;
  }

  async prepare(): Promise<(request: AuthorizationRequest) => URL> {
    const { authorization_endpoint: endpoint } = await this.#describe();
    return (request) => {
      const url = this.#client.authorizationUrl(endpoint, ['openid', 'email', 'profile'], request);
      if (this.#checksNonce) url.searchParams.set('nonce', nonceOf(request.verifier));
      return url;
    };
  }

  async exchange(code: string, verifier: string): Promise<ProviderGrant> {
    const { token_endpoint: endpoint, token_endpoint_auth_methods_supported: supported } =
      await this.#describe();
    const authentication = supported.includes('client_secret_basic')
      ? 'client_secret_basic'
      : 'client_secret_post';
    return this.#client.exchange(endpoint, authentication, code, verifier);
  }

  async readProfile(grant: ProviderGrant, verifier: string): Promise<ProviderProfile> {
    const person = await this.#readPerson(grant, verifier);
    const { sub: subject, email: address } = person;
    return {
      subject,
      email: address ? { address, isVerified: person.email_verified === true } : null,
      claims: { iss: this.issuer, ...this.#readClaims(person) },
    };
  }

  /** The ID token says who it is; the e-mail may stand at the userinfo endpoint alone. */
  async #readPerson(grant: ProviderGrant, verifier: string): Promise<Person> {
    const description = await this.#describe();
    const { userinfo_endpoint: endpoint } = description;
    const person = await this.#verifyIdToken(grant.idToken, description, verifier);
    if (person.email || !endpoint) return person;
    const more = await this.#http.json(endpoint, personSchema, {
      headers: { authorization: `Bearer ${grant.accessToken}` },
    });
    if (more.sub !== person.sub) throw new ProviderError('userinfo speaks of someone else');
    return { ...person, ...more };
  }

  async #verifyIdToken(
    token: string | null,
    { issuer, keys }: Description,
    verifier: string,
  ): Promise<Person> {
    if (!token) throw new ProviderError('there is no ID token');
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms,
        issuer,
        audience: this.#clientId,
        clockTolerance,
        requiredClaims: ['sub', 'iat', 'exp'],
      });
      if (this.#checksNonce && payload.nonce !== nonceOf(verifier)) {
        throw new ProviderError('the ID token is not of this flow');
      }
      // OpenID Connect Core, 3.1.3.7: whoever else it is meant for, it was made for us.
      const isShared = Array.isArray(payload.aud) && payload.aud.length > 1;
      if ((isShared || payload.azp !== undefined) && payload.azp !== this.#clientId) {
        throw new ProviderError('the ID token was made for someone else');
      }
      return personSchema.parse(payload);
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      // Errors of jose hold the token's claims, which are nobody's business in a log.
      const why = error instanceof errors.JOSEError ? error.code : 'it is malformed';
      throw new ProviderError(`the ID token cannot be believed: ${why}`);
    }
  }

  #describe(): Promise<Description> {
    if (this.#description && Date.now() - this.#description.since < trustFor) {
      return this.#description.value;
    }
    const description = { since: Date.now(), value: this.#discover() };
    this.#description = description;
    description.value.catch(() => {
      if (this.#description === description) this.#description = null;
    });
    return description.value;
  }

  async #discover(): Promise<Description> {
    const place = `${this.issuer}/.well-known/openid-configuration`;
    const found = await this.#http.json(place, discoverySchema);
    // Some end in a slash, and say so of themselves alone.
    if (found.issuer.replace(/\/$/, '') !== this.issuer)
      throw new ProviderError(`${place} is of another issuer`);
    const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = found;
    const endpoints = [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint];
    if (this.issuer.startsWith('https:') && endpoints.some((url) => url?.startsWith('http:'))) {
      throw new ProviderError(`${place} names an endpoint without TLS`);
    }
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      [customFetch]: (url) => this.#http.fetch(url),
    });
    return { ...found, keys };
  }
}
