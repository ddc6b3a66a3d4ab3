import type { Metadata } from '../../accounts/users.ts';

/** A provider's tokens to act on a person's behalf there. They are handed to the client, not used. */
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

/** What the redirect to a provider's sign-in page holds. */
export interface AuthorizationRequest {
  readonly state: string;
  /** The PKCE verifier, from which challenge and nonce are derived. */
  readonly verifier: string;
  /** Further scopes that the client requested. */
  readonly scopes: readonly string[];
  /** Further parameters that the client sent: `login_hint`, `prompt`, `access_type`. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** What a provider gives for a code. */
export interface ProviderGrant extends ProviderTokens {
  /** The token endpoint's answer, unread: it may hold an ID token. */
  readonly response: Response;
}

/** A service that people sign in with instead of a password. */
export interface Provider {
  /** The provider's key of auth.external in config.toml. */
  readonly name: string;
  /** Whether people without an e-mail address may sign in. */
  readonly isEmailOptional: boolean;
  /**
   * Reads where the sign-in page is.
   * @returns a function that makes the page's URL for one flow
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

/** A provider did not answer, or its answer is not valid. The message holds no secret. */
export class ProviderError extends Error {
  override name = 'ProviderError';
}
