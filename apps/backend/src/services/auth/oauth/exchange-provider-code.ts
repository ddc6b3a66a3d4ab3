import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors.ts';
import { takeClientState, type PendingFlow } from './flow-state.ts';
import {
  ProviderError,
  type Provider,
  type ProviderProfile,
  type ProviderTokens,
} from './providers/provider.ts';

/** The provider, or the person there, refused the sign-in. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';

  /** OAuth's error code, such as `access_denied`. */
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

/** Longest error and description of a provider that are passed on, characters. */
const maximumErrorLength = 300;

/** How much of a code GoTrue shows in the error of a failed exchange, characters. */
const shownCodeLength = 4;

async function readCallback(
  auth: AuthContext,
  flow: PendingFlow,
  callback: URLSearchParams,
): Promise<{ provider: Provider; code: string; verifier: string }> {
  // The state is deleted, even if the callback contains an error.
  const verifier = await takeClientState(auth.sql, flow.clientStateId, flow.provider);
  if (!verifier) throw new AuthError('oauth_client_state_not_found', 'OAuth state not found');
  const error = callback.get('error');
  if (error) {
    const description = callback.get('error_description') ?? '';
    throw new ProviderRefusal(
      error.slice(0, maximumErrorLength),
      description.slice(0, maximumErrorLength),
    );
  }
  const code = callback.get('code');
  if (!code) {
    throw new AuthError(
      'bad_oauth_callback',
      'OAuth callback with missing authorization code missing',
    );
  }
  const provider = auth.providers.get(flow.provider);
  if (!provider) {
    throw new AuthError(
      'oauth_provider_not_supported',
      'Unsupported provider: provider is not enabled',
    );
  }
  return { provider, code, verifier };
}

const rethrowAs =
  (message: string) =>
  (cause: unknown): never => {
    if (!(cause instanceof ProviderError)) throw cause;
    throw new AuthError('unexpected_failure', message, { cause });
  };

/**
 * Exchanges the code of a callback for the provider's tokens, and reads the person's profile.
 * @param callback the callback's query
 * @throws {ProviderRefusal} if the provider sent an error instead of a code
 * @throws {AuthError} `oauth_client_state_not_found`, `bad_oauth_callback`,
 *   `oauth_provider_not_supported`, `unexpected_failure`
 */
export async function exchangeProviderCode(
  auth: AuthContext,
  flow: PendingFlow,
  callback: URLSearchParams,
): Promise<{ provider: Provider; profile: ProviderProfile; tokens: ProviderTokens }> {
  const { provider, code, verifier } = await readCallback(auth, flow, callback);
  const grant = await provider
    .exchange(callback, verifier)
    .catch(rethrowAs(`Unable to exchange external code: ${code.slice(0, shownCodeLength)}`));
  const profile = await provider
    .readProfile(grant, verifier)
    .catch(rethrowAs('Error getting user profile from external provider'));
  return { provider, profile, tokens: grant };
}
