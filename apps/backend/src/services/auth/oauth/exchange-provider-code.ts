import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors.ts';
import type { ProviderTokens } from './provider-tokens.ts';
import { takeClientState } from './client-state.ts';
import type { PendingFlow } from './find-oauth-flow.ts';
import { ProviderError, type Provider, type ProviderProfile } from './providers/provider.ts';

/** How a provider, or the person there, said no. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';

  /** OAuth's word for it: `access_denied`. */
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

/** Most that is passed on of a provider's own words, characters. */
const wordsLength = 300;

/** How much of a code GoTrue shows to whoever looks into a failed exchange, characters. */
const shownOfCode = 4;

async function readCode(
  auth: AuthContext,
  flow: PendingFlow,
  callback: URLSearchParams,
): Promise<{ provider: Provider; code: string; verifier: string }> {
  // Whatever the answer is, this state is used up.
  const verifier = await takeClientState(auth.sql, flow.clientStateId, flow.provider);
  if (!verifier) throw new AuthError('oauth_client_state_not_found', 'OAuth state not found');
  const error = callback.get('error');
  if (error) {
    const description = callback.get('error_description') ?? '';
    throw new ProviderRefusal(error.slice(0, wordsLength), description.slice(0, wordsLength));
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

const failed =
  (message: string) =>
  (cause: unknown): never => {
    if (!(cause instanceof ProviderError)) throw cause;
    throw new AuthError('unexpected_failure', message, { cause });
  };

/**
 * Exchanges the code that a provider sent along, and asks it whose it is.
 * @throws {ProviderRefusal} what the provider answered instead of a code
 * @throws {AuthError} `oauth_client_state_not_found`, `bad_oauth_callback`,
 *   `oauth_provider_not_supported`, `unexpected_failure`
 */
export async function exchangeProviderCode(
  auth: AuthContext,
  flow: PendingFlow,
  callback: URLSearchParams,
): Promise<{ provider: Provider; profile: ProviderProfile; tokens: ProviderTokens }> {
  const { provider, code, verifier } = await readCode(auth, flow, callback);
  const grant = await provider
    .exchange(callback, verifier)
    .catch(failed(`Unable to exchange external code: ${code.slice(0, shownOfCode)}`));
  const profile = await provider
    .readProfile(grant, verifier)
    .catch(failed('Error getting user profile from external provider'));
  return { provider, profile, tokens: grant };
}
