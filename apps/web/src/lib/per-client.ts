import type { SupabaseClient } from './supabase.ts';

/**
 * Keeps one value for each client (or query client), so that two apps share nothing. The value is created at its first
 * use and garbage-collected with the client. For code that is loaded later than `createApp`.
 */
export function perClient<Value extends object, Client extends object = SupabaseClient>(
  make: (client: Client) => Value,
): (client: Client) => Value {
  const values = new WeakMap<Client, Value>();
  return (client) => {
    const value = values.get(client) ?? make(client);
    values.set(client, value);
    return value;
  };
}
