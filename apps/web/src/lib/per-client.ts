import type { SupabaseClient } from './supabase.ts';

/**
 * Keeps something for each client, so that two apps share nothing: made when it is first asked
 * for, and collected with its client. For what is loaded later than `createApp`.
 */
export function perClient<Value extends object>(
  make: (client: SupabaseClient) => Value,
): (client: SupabaseClient) => Value {
  const values = new WeakMap<SupabaseClient, Value>();
  return (client) => {
    const value = values.get(client) ?? make(client);
    values.set(client, value);
    return value;
  };
}
