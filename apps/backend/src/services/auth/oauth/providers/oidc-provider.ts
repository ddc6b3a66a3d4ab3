import {
  discoveryRequest,
  getValidatedIdTokenClaims,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processGenericTokenEndpointResponse,
  processUserInfoResponse,
  userInfoRequest,
  validateApplicationLevelSignature,
} from 'oauth4webapi';
import { z } from 'zod';
import type { Metadata } from '../../accounts/users.ts';
import type { ProviderSettings } from '../../../../config/provider-settings.ts';
import { nonceOf, OAuthClient, protocolStep, unexpectedResponse } from './oauth-client.ts';
import type { ProviderFetch } from './provider-fetch.ts';
import {
  ProviderError,
  type AuthorizationRequest,
  type Provider,
  type ProviderGrant,
  type ProviderProfile,
} from './provider.ts';

/** How long a provider's metadata is cached, ms. */
const metadataLifetime = 60 * 60_000;

/** Signatures that only the provider can create: neither `none` nor those with the client's secret. */
const signatureAlgorithms = [
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

/** The fields of a provider's metadata that are used. A provider with TLS must have it at every endpoint. */
const createMetadataSchema = (issuer: string) => {
  const endpoint = z.url({ protocol: issuer.startsWith('https:') ? /^https$/ : /^https?$/ });
  const schema = z.object({
    issuer: z.string(),
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    jwks_uri: endpoint,
    userinfo_endpoint: endpoint.exactOptional(),
    token_endpoint_auth_methods_supported: z.array(z.string()).exactOptional(),
    authorization_response_iss_parameter_supported: z.boolean().exactOptional(),
  });
  // The accepted signatures are not the provider's choice.
  return schema.transform((metadata) => ({
    ...metadata,
    id_token_signing_alg_values_supported: signatureAlgorithms,
  }));
};

type ServerMetadata = z.output<ReturnType<typeof createMetadataSchema>>;

/** The claims of a person, in an ID token or at the userinfo endpoint. */
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
  readonly fetch: ProviderFetch;
  /** Selects the claims that are stored, by GoTrue's names. */
  readonly readClaims: (person: Person) => Metadata;
}

/** An OpenID Connect provider, discovered by its issuer. */
export class OidcProvider implements Provider {
  readonly name: string;
  readonly isEmailOptional: boolean;
  readonly #issuer: string;
  readonly #checksNonce: boolean;
  readonly #oauth: OAuthClient;
  readonly #readClaims: (person: Person) => Metadata;
  #metadata: { readonly readAt: number; readonly value: Promise<ServerMetadata> } | null = null;

  constructor({ name, issuer, settings, fetch, readClaims }: OidcProviderOptions) {
    this.name = name;
    this.isEmailOptional = settings.email_optional;
    this.#issuer = issuer;
    this.#checksNonce = !settings.skip_nonce_check;
    this.#oauth = new OAuthClient(fetch, settings, issuer);
    this.#readClaims = readClaims;
  }

  async prepare(): Promise<(request: AuthorizationRequest) => URL> {
    const { authorization_endpoint: endpoint } = await this.#readMetadata();
    return (request) => {
      const url = this.#oauth.authorizationUrl(endpoint, ['openid', 'email', 'profile'], request);
      if (this.#checksNonce) url.searchParams.set('nonce', nonceOf(request.verifier));
      return url;
    };
  }

  async exchange(callback: URLSearchParams, verifier: string): Promise<ProviderGrant> {
    return this.#oauth.exchange(await this.#readMetadata(), callback, verifier);
  }

  async readProfile(grant: ProviderGrant, verifier: string): Promise<ProviderProfile> {
    const person = await this.#readPerson(grant, verifier);
    const { sub: subject, email: address } = person;
    return {
      subject,
      email: address ? { address, isVerified: person.email_verified === true } : null,
      claims: { iss: this.#issuer, ...this.#readClaims(person) },
    };
  }

  /** The ID token identifies the person; the e-mail may be only at the userinfo endpoint. */
  async #readPerson(grant: ProviderGrant, verifier: string): Promise<Person> {
    const server = await this.#readMetadata();
    const person = await this.#verifyIdToken(server, grant.response, verifier);
    const { userinfo_endpoint: endpoint } = server;
    if (person.email || !endpoint) return person;
    const { client, transport } = this.#oauth;
    return protocolStep(unexpectedResponse(endpoint), async () => {
      const response = await userInfoRequest(server, client, grant.accessToken, transport);
      const info = await processUserInfoResponse(server, client, person.sub, response);
      return { ...person, ...personSchema.parse(info) };
    });
  }

  #verifyIdToken(server: ServerMetadata, response: Response, verifier: string): Promise<Person> {
    const { client, transport } = this.#oauth;
    return protocolStep('the ID token is not valid', async () => {
      const answer = this.#checksNonce
        ? await processAuthorizationCodeResponse(server, client, response, {
            expectedNonce: nonceOf(verifier),
            requireIdToken: true,
          })
        : await processGenericTokenEndpointResponse(server, client, response);
      const claims = getValidatedIdTokenClaims(answer);
      if (!claims) throw new ProviderError('there is no ID token');
      await validateApplicationLevelSignature(server, response, transport);
      // OpenID Connect Core, 3.1.3.7: a token with `azp` must have been issued for this client.
      // oauth4webapi checks the claim only if the token has several audiences.
      if (claims.azp !== undefined && claims.azp !== client.client_id) {
        throw new ProviderError('the ID token was issued for another client');
      }
      return personSchema.parse(claims);
    });
  }

  #readMetadata(): Promise<ServerMetadata> {
    if (this.#metadata && Date.now() - this.#metadata.readAt < metadataLifetime) {
      return this.#metadata.value;
    }
    const metadata = { readAt: Date.now(), value: this.#discover() };
    this.#metadata = metadata;
    metadata.value.catch(() => {
      if (this.#metadata === metadata) this.#metadata = null;
    });
    return metadata.value;
  }

  #discover(): Promise<ServerMetadata> {
    const issuer = new URL(this.#issuer);
    const failure = unexpectedResponse(`${this.#issuer}/.well-known/openid-configuration`);
    return protocolStep(failure, async () => {
      const response = await discoveryRequest(issuer, this.#oauth.transport);
      const metadata = await processDiscoveryResponse(issuer, response.clone())
        // An issuer may end in a slash, which the setting does not have.
        .catch(() => processDiscoveryResponse(new URL(`${this.#issuer}/`), response));
      return createMetadataSchema(this.#issuer).parse(metadata);
    });
  }
}
