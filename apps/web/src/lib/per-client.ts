import type { SupabaseClient } from './supabase.ts';

/**
 * Keeps one value for each client, so that two apps share nothing. The value is created at its first
 * use and garbage-collected with the client. For code that is loaded later than `createApp`.
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
