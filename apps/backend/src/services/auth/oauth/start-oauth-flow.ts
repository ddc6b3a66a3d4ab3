import type { GatewayContext } from '../../../http/service.ts';
import type { AuthContext } from '../auth-context.ts';
import { addressKey } from '../client-info.ts';
import { readCodeChallenge } from './code-challenge.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { createFlow, createClientState } from './flow-state.ts';
import type { User } from '../accounts/users.ts';
import { knownProviders } from '../../../config/provider-settings.ts';
import { ProviderError, type Provider } from './providers/provider.ts';

/**
 * Query parameters that are not passed on to the provider: those for this server, and those with which
 * a link could change this server's request or the provider's response.
 */
const reservedParameters = new Set([
  'apikey',
  'provider',
  'redirect_to',
  'scopes',
  'skip_http_redirect',
  'invite_token',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'request',
  'request_uri',
  'registration',
  'claims',
]);

/** Longest parameters that are passed on, characters of names and values. */
const maximumParametersLength = 2000;

function findProvider({ providers }: AuthContext, name: string): Provider {
  const provider = providers.get(name);
  if (provider) return provider;
  const isKnown = knownProviders.some((known) => known === name);
  const why = isKnown ? 'provider is not enabled' : `Provider ${name} could not be found`;
  throw validationFailed(`Unsupported provider: ${why}`);
}

function readParameters(context: GatewayContext): Map<string, string> {
  const parameters = new Map(
    Object.entries(context.req.query()).filter(
      ([name]) => !reservedParameters.has(name.toLowerCase()),
    ),
  );
  if ([...parameters].join().length > maximumParametersLength) {
    throw validationFailed('The query parameters are too long');
  }
  return parameters;
}

/**
 * Starts a flow through the provider that the query names.
 * @param linkingTarget the account to which the identity will be linked
 * @returns the URL of the provider's sign-in page
 * @throws {AuthError} `validation_failed`, `feature_disabled`, `unexpected_failure`
 */
export async function startOAuthFlow(
  auth: AuthContext,
  context: GatewayContext,
  linkingTarget?: User,
): Promise<URL> {
  auth.limits.flowsPerAddress.take(addressKey(context));
  const query = context.req.query();
  const provider = findProvider(auth, (query.provider ?? '').toLowerCase());
  if (query.invite_token) {
    throw new AuthError('feature_disabled', 'Invitations are not served here');
  }
  const challenge = readCodeChallenge(query.code_challenge, query.code_challenge_method);
  const parameters = readParameters(context);
  const referrer = auth.redirects.choose(query.redirect_to, context.req.header('referer'));
  const createAuthorizationUrl = await provider.prepare().catch((cause: unknown) => {
    if (!(cause instanceof ProviderError)) throw cause;
    throw new AuthError('unexpected_failure', 'The external provider cannot be reached', { cause });
  });
  const { state, verifier } = await auth.sql.begin(async (sql) => {
    const clientState = await createClientState(sql, provider.name);
    const flowId = await createFlow(sql, {
      provider: provider.name,
      challenge,
      referrer,
      clientStateId: clientState.id,
      ...(linkingTarget ? { linkingTargetId: linkingTarget.id } : {}),
    });
    return { state: flowId, verifier: clientState.verifier };
  });
  const scopes = (query.scopes ?? '').split(/[\s,]+/).filter(Boolean);
  return createAuthorizationUrl({ state, verifier, scopes, parameters });
}
