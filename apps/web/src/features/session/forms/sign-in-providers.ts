import { queryOptions } from '@tanstack/react-query';
import { sessionKeys } from '#features/session/queries.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { Provider } from '@supabase/auth-js';

/** An external service that users can sign in with. */
export interface SignInProvider {
  id: Provider;
  name: string;
}

/** The auth service's own sign-in methods, which its settings list among the providers. */
const ownMethods = new Set([
  'anonymous_users',
  'email',
  'phone',
  'web3',
  'web3_ethereum',
  'web3_solana',
]);

/** Display names that are not just the capitalised key. */
const displayNames: Partial<Record<string, string>> = {
  azure: 'Microsoft',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  workos: 'WorkOS',
};

const isProvider = (key: string): key is Provider => !ownMethods.has(key);

const nameOf = (key: string) => displayNames[key] ?? key.charAt(0).toUpperCase() + key.slice(1);

/** The enabled providers in the auth service's settings. */
export function enabledProviders(settings: unknown): SignInProvider[] {
  const { external } = (settings ?? {}) as Partial<Record<string, unknown>>;
  if (typeof external !== 'object' || external === null) return [];
  return Object.entries(external)
    .filter(([, enabled]) => enabled === true)
    .map(([key]) => key)
    .filter(isProvider)
    .map((id) => ({ id, name: nameOf(id) }));
}

/** The sign-in providers that the server has enabled. */
export function providersOptions(client: SupabaseClient) {
  return queryOptions({
    queryKey: sessionKeys.providers(),
    queryFn: async ({ signal }): Promise<SignInProvider[]> =>
      enabledProviders(await client.authSettings(signal)),
    staleTime: Infinity,
  });
}
