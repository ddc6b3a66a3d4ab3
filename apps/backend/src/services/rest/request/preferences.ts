import { invalidPreferences, notSupported } from '../errors.ts';

/** The preferences of the header `Prefer`. */
export interface Preferences {
  readonly return: 'minimal' | 'headers-only' | 'representation' | null;
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly missing: 'default' | 'null' | null;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  readonly handling: 'strict' | 'lenient' | null;
  /** A number of rows, which applies only under strict handling. */
  readonly maxAffected: number | null;
}

const choices = {
  return: ['minimal', 'headers-only', 'representation'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
} as const;

const understood: ReadonlySet<string> = new Set([
  ...Object.entries(choices).flatMap(([name, values]) => values.map((value) => `${name}=${value}`)),
  // Accepted without effect.
  'tx=commit',
  'tx=rollback',
]);

const isUnderstood = (preference: string): boolean =>
  understood.has(preference) || /^(?:max-affected|timezone)=/.test(preference);

/**
 * Parses the header `Prefer`. Of several preferences of one kind the first counts.
 * @throws {RestError} PGRST122 for unknown preferences under `handling=strict`, PGRST127 for time zones
 */
export function readPreferences(header = ''): Preferences {
  const given = header
    .split(',')
    .map((preference) => preference.trim())
    .filter((preference) => preference !== '');
  const valueOf = (preference: string, name: string): string | null =>
    preference.startsWith(`${name}=`) ? preference.slice(name.length + 1) : null;
  const choose = <Name extends keyof typeof choices>(name: Name) => {
    const options: readonly (typeof choices)[Name][number][] = choices[name];
    for (const preference of given) {
      const chosen = options.find((option) => option === valueOf(preference, name));
      if (chosen !== undefined) return chosen;
    }
    return null;
  };

  const handling = choose('handling');
  const invalid = given.filter((preference) => !isUnderstood(preference));
  if (handling === 'strict' && invalid.length > 0) throw invalidPreferences(invalid);
  if (given.some((preference) => valueOf(preference, 'timezone') !== null)) {
    throw notSupported('Prefer: timezone is');
  }

  const most = given.map((preference) => valueOf(preference, 'max-affected')).find(Boolean) ?? '';
  return {
    return: choose('return'),
    resolution: choose('resolution'),
    missing: choose('missing'),
    count: choose('count'),
    handling,
    maxAffected: /^\d{1,15}$/.test(most) ? Number(most) : null,
  };
}

/**
 * Whether the rows of writes and functions are counted. As in PostgREST, they are for `estimated`, too, and not
 * for `planned`.
 */
export const isCounted = ({ count }: Preferences): boolean =>
  count === 'exact' || count === 'estimated';

/** The preferences in the order in which PostgREST lists those that it applied. */
const listed = ['resolution', 'missing', 'return', 'count', 'handling', 'maxAffected'] as const;

export type PreferenceName = (typeof listed)[number];

/** The header `Preference-Applied` with the preferences that apply to the request. */
export function preferenceApplied(
  preferences: Preferences,
  meaningful: readonly PreferenceName[],
): Record<string, string> {
  const hasMeaning = (name: PreferenceName) =>
    meaningful.includes(name) && (name !== 'maxAffected' || preferences.handling === 'strict');
  const applied = listed
    .filter((name) => preferences[name] !== null && hasMeaning(name))
    .map((name) => `${name === 'maxAffected' ? 'max-affected' : name}=${preferences[name]}`);
  return applied.length > 0 ? { 'Preference-Applied': applied.join(', ') } : {};
}
