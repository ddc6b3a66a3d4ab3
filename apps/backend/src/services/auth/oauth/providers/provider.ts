import type { Metadata } from '../../accounts/users.ts';

/** A provider's tokens for acting on a person's behalf there. The client gets them; they are not used here. */
export interface ProviderTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
}

/** A provider's profile of the person who signed in there. */
export interface ProviderProfile {
  /** The provider's permanent id of the person. */
  readonly subject: string;
  readonly email: { readonly address: string; readonly isVerified: boolean } | null;
  /** The other claims that GoTrue stores, by GoTrue's names. */
  readonly claims: Metadata;
}

/** The values of a redirect to a provider's sign-in page. */
export interface AuthorizationRequest {
  readonly state: string;
  /** The PKCE verifier, from which the challenge and the nonce are derived. */
  readonly verifier: string;
  /** Further scopes that the client requested. */
  readonly scopes: readonly string[];
  /** Further parameters that the client sent: `login_hint`, `prompt`, `access_type`. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** A provider's response to a code. */
export interface ProviderGrant extends ProviderTokens {
  /** The token endpoint's unread response, which may contain an ID token. */
  readonly response: Response;
}

/** A service through which people sign in instead of with a password. */
export interface Provider {
  /** The provider's key of auth.external in config.toml. */
  readonly name: string;
  /** Whether people without an e-mail address may sign in. */
  readonly isEmailOptional: boolean;
  /**
   * Reads the URL of the sign-in page.
   * @returns a function that creates the page's URL for one flow
   * @throws {ProviderError}
   */
  prepare(): Promise<(request: AuthorizationRequest) => URL>;
  /**
   * Exchanges the code of a callback.
   * @param callback the callback's query
   * @throws {AuthError} `bad_oauth_callback` when the callback names another issuer
   * @throws {ProviderError}
   */
  exchange(callback: URLSearchParams, verifier: string): Promise<ProviderGrant>;
  /** @throws {ProviderError} */
  readProfile(grant: ProviderGrant, verifier: string): Promise<ProviderProfile>;
}

/** A provider did not respond, or its response is invalid. The message contains no secret. */
export class ProviderError extends Error {
  override name = 'ProviderError';
}
