import { createHash } from 'node:crypto';
import { z } from 'zod';
import { challengeOf } from './code-challenge.ts';
import type { ProviderHttp } from './provider-http.ts';
import { ProviderError, type AuthorizationRequest, type ProviderGrant } from './provider.ts';
import type { ProviderSettings } from '../../../config/provider-settings.ts';

/** Longest token that is taken, characters. */
const tokenLength = 8192;

const tokenSchema = z.string().min(1).max(tokenLength);

/** GitHub says what is wrong with status 200. */
const grantSchema = z.union([
  z.object({ error: z.string() }),
  z.object({
    access_token: tokenSchema,
    refresh_token: tokenSchema.nullish(),
    id_token: z.string().nullish(),
  }),
]);

/** How a client shows its secret. */
export type ClientAuthentication = 'client_secret_basic' | 'client_secret_post';

/** What an ID token must repeat, so that it cannot come from another flow. */
export const nonceOf = (verifier: string): string =>
  createHash('sha256').update(`nonce of ${verifier}`).digest('base64url');

/** RFC 6749, section 2.3.1: encoded as in a form. */
const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

/** This server as a client of a provider: the authorization code flow with PKCE. */
export class OAuthClient {
  readonly #http: ProviderHttp;
  readonly #settings: ProviderSettings;

  constructor(http: ProviderHttp, settings: ProviderSettings) {
    this.#http = http;
    this.#settings = settings;
  }

  authorizationUrl(
    endpoint: string,
    scopes: readonly string[],
    request: AuthorizationRequest,
  ): URL {
    const url = new URL(endpoint);
    for (const [name, value] of request.parameters) url.searchParams.set(name, value);
    const own = {
      response_type: 'code',
      client_id: this.#settings.client_id,
      redirect_uri: this.#settings.redirect_uri,
      scope: [...new Set([...scopes, ...request.scopes])].join(' '),
      state: request.state,
      code_challenge: challengeOf(request.verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value);
    return url;
  }

  /** @throws {ProviderError} */
  async exchange(
    endpoint: string,
    authentication: ClientAuthentication,
    code: string,
    verifier: string,
  ): Promise<ProviderGrant> {
    const { client_id: clientId, secret, redirect_uri: redirectUri } = this.#settings;
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    const headers: Record<string, string> = {};
    if (authentication === 'client_secret_basic') {
      const pair = `${formEncoded(clientId)}:${formEncoded(secret)}`;
      headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    } else {
      form.set('client_id', clientId);
      form.set('client_secret', secret);
    }
    const grant = await this.#http.json(endpoint, grantSchema, { headers, form });
    if ('error' in grant) throw new ProviderError('the code was refused');
    return {
      accessToken: grant.access_token,
      refreshToken: grant.refresh_token ?? null,
      idToken: grant.id_token ?? null,
    };
  }
}
