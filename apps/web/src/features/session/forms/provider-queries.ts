import { queryOptions } from '@tanstack/react-query';
import { sessionKeys } from '#features/session/queries.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { Provider } from '@supabase/auth-js';

/** Someone else whom people can sign in with. */
export interface ThirdParty {
  id: Provider;
  name: string;
}

/** What the auth service lists beside the third parties: its own ways in. */
const own = new Set(['anonymous_users', 'email', 'phone', 'web3', 'web3_ethereum', 'web3_solana']);

/** Names that are not their key with a capital letter. */
const names: Partial<Record<string, string>> = {
  azure: 'Microsoft',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  workos: 'WorkOS',
};

/** Whatever the service lists and is not its own is the name of a provider. */
const isThirdParty = (key: string): key is Provider => !own.has(key);

const nameOf = (key: string) => names[key] ?? key.charAt(0).toUpperCase() + key.slice(1);

/** The third parties that are switched on, by the auth service's settings. */
export function providersOf(settings: unknown): ThirdParty[] {
  const { external } = (settings ?? {}) as Partial<Record<string, unknown>>;
  if (typeof external !== 'object' || external === null) return [];
  return Object.entries(external)
    .filter(([, enabled]) => enabled === true)
    .map(([key]) => key)
    .filter(isThirdParty)
    .map((id) => ({ id, name: nameOf(id) }));
}

/** The third parties that the server lets people sign in with. */
export function providersOptions(client: SupabaseClient) {
  return queryOptions({
    queryKey: sessionKeys.providers(),
    queryFn: async ({ signal }): Promise<ThirdParty[]> =>
      providersOf(await client.authSettings(signal)),
    staleTime: Infinity,
  });
}
