import { isRecord } from './record.ts';

const settings = {
  publishable: ['SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_ANON_KEY'],
  secret: ['SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY'],
} as const;

/**
 * Chooses an api key: of the present keys, which are JSON by name, the one called `default` or else the
 * first; without these the legacy key.
 *
 * @param read reads an environment variable
 * @throws when neither is set
 */
export function chooseApiKey(
  read: (name: string) => string | undefined,
  kind: keyof typeof settings,
): string {
  const [present, legacy] = settings[kind];
  const keys: unknown = JSON.parse(read(present) || '{}');
  const named = isRecord(keys) ? (keys.default ?? Object.values(keys)[0]) : undefined;
  const key = typeof named === 'string' && named !== '' ? named : read(legacy);
  if (!key) throw new Error(`neither ${present} nor ${legacy} is set`);
  return key;
}
