import type { Factor } from '@supabase/auth-js';

/** What a second factor is called: as its owner has named it, or else by its kind. */
export function factorName({ friendly_name: name, factor_type: type }: Factor): string {
  if (name) return name;
  return type === 'phone' ? 'Phone' : 'Authenticator app';
}
