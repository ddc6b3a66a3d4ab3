import type { ProviderTokens } from '../provider-tokens.ts';
import type { Metadata } from '../../accounts/users.ts';

/** What a provider says of the person who signed in there. */
export interface ProviderProfile {
  /** Its name for the person, for good. */
  readonly subject: string;
  readonly email: { readonly address: string; readonly isVerified: boolean } | null;
  /** The rest of what GoTrue keeps of it, by GoTrue's names. */
  readonly claims: Metadata;
}

/** What is sent along to a provider's sign-in page. */
export interface AuthorizationRequest {
  readonly state: string;
  /** From it come the challenge and the nonce. */
  readonly verifier: string;
  /** Those that the client wants on top. */
  readonly scopes: readonly string[];
  /** What the client says beside: `login_hint`, `prompt`, `access_type`. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** What a provider gives for a code. */
export interface ProviderGrant extends ProviderTokens {
  /** The token endpoint's answer, unread: it may hold an ID token. */
  readonly response: Response;
}

/** Someone else who can say who a person is. */
export interface Provider {
  /** Key of auth.external in config.toml. */
  readonly name: string;
  /** Whether people without an e-mail address may come. */
  readonly isEmailOptional: boolean;
  /**
   * Finds out where its sign-in page is.
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

/** A provider did not answer, or said what must not be believed. Its words hold no secret. */
export class ProviderError extends Error {
  override name = 'ProviderError';
}
