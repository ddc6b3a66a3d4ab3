import { createHash } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  ClientSecretPost,
  clockTolerance,
  customFetch,
  skipStateCheck,
  validateAuthResponse,
  type AuthorizationServer,
  type Client,
  type ClientAuth,
} from 'oauth4webapi';
import { z } from 'zod';
import { AuthError } from '../../errors.ts';
import { challengeOf } from '../code-challenge.ts';
import type { ProviderSettings } from '../../../../config/provider-settings.ts';
import type { ProviderFetch } from './provider-fetch.ts';
import { ProviderError, type AuthorizationRequest, type ProviderGrant } from './provider.ts';

/** Tolerated difference between the clocks of two machines, seconds. */
const toleratedClockDifference = 30;

/** Longest accepted token, characters. */
const maximumTokenLength = 8192;

const tokenSchema = z.string().min(1).max(maximumTokenLength);

const tokensSchema = z.object({
  access_token: tokenSchema,
  refresh_token: tokenSchema.nullish(),
});

/** The nonce that an ID token must repeat, so that it cannot come from another flow. */
export const nonceOf = (verifier: string): string =>
  createHash('sha256').update(`nonce of ${verifier}`).digest('base64url');

/** RFC 6749, section 2.3.1: encoded as in a form. */
const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

/**
 * The client's secret in HTTP's basic authentication. oauth4webapi's `ClientSecretBasic` encodes `-`,
 * `_` and `.` too, so that providers which do not decode the two parts refuse the secret.
 */
const clientSecretBasic =
  (secret: string): ClientAuth =>
  (_server, { client_id: clientId }, _body, headers) => {
    const pair = `${formEncoded(clientId)}:${formEncoded(secret)}`;
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
  };

/**
 * Runs a step of the protocol on a provider's response.
 * @param failure the beginning of the error's message
 * @throws {ProviderError} for every error of the step. Errors of oauth4webapi contain tokens and
 *   claims, which must not be logged: only their code is kept
 */
export async function protocolStep<T>(failure: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    let reason = 'malformed';
    if (error instanceof z.ZodError) {
      reason = error.issues.map(({ path }) => path.join('.')).join(', ');
    } else if (error instanceof Error && 'code' in error) {
      reason = String(error.code);
    }
    throw new ProviderError(`${failure} (${reason})`);
  }
}

/** The beginning of the message about a URL with an unexpected response. */
export const unexpectedResponse = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}: unexpected response`;
};

/** This server as a client of a provider: the authorization code flow with PKCE, by oauth4webapi. */
export class OAuthClient {
  /** oauth4webapi's data of this client. */
  readonly client: Client;
  /** oauth4webapi's options of requests: without TLS only for a provider that is configured so. */
  readonly transport: {
    readonly [customFetch]: ProviderFetch;
    readonly [allowInsecureRequests]: boolean;
  };
  readonly #settings: ProviderSettings;

  /** @param site the provider's URL in the settings */
  constructor(fetch: ProviderFetch, settings: ProviderSettings, site: string) {
    this.client = {
      client_id: settings.client_id,
      [clockTolerance]: toleratedClockDifference,
    };
    this.transport = {
      [customFetch]: fetch,
      [allowInsecureRequests]: site.startsWith('http:'),
    };
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

  /**
   * Exchanges the code of a callback for tokens.
   * @throws {AuthError} `bad_oauth_callback` when the callback is another provider's (RFC 9207)
   * @throws {ProviderError}
   */
  async exchange(
    server: AuthorizationServer & { readonly token_endpoint: string },
    callback: URLSearchParams,
    verifier: string,
  ): Promise<ProviderGrant> {
    const parameters = this.#validateCallback(server, callback);
    const { secret, redirect_uri: redirectUri } = this.#settings;
    const authentication =
      server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false
        ? ClientSecretPost(secret)
        : clientSecretBasic(secret);
    return protocolStep(unexpectedResponse(server.token_endpoint), async () => {
      const response = await authorizationCodeGrantRequest(
        server,
        this.client,
        authentication,
        parameters,
        redirectUri,
        verifier,
        this.transport,
      );
      const tokens = tokensSchema.parse(await response.clone().json());
      return {
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? null,
        response,
      };
    });
  }

  #validateCallback(server: AuthorizationServer, callback: URLSearchParams): URLSearchParams {
    try {
      // The flow was found by the callback's state, so the state needs no further check.
      return validateAuthResponse(server, this.client, callback, skipStateCheck);
    } catch (cause) {
      throw new AuthError('bad_oauth_callback', 'OAuth callback of another issuer', { cause });
    }
  }
}
