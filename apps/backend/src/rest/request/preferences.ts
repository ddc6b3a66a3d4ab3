import { invalidPreferences, notServed } from '../errors.ts';

/** What the header `Prefer` asks for. */
export interface Preferences {
  readonly return: 'minimal' | 'headers-only' | 'representation' | null;
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly missing: 'default' | 'null' | null;
  readonly count: 'exact' | null;
  readonly handling: 'strict' | 'lenient' | null;
  /** A number of rows; it counts only where handling is strict. */
  readonly maxAffected: number | null;
}

const choices = {
  return: ['minimal', 'headers-only', 'representation'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
} as const;

const none: Preferences = {
  return: null,
  resolution: null,
  missing: null,
  count: null,
  handling: null,
  maxAffected: null,
};

/** The preferences of a header by name; of one given twice the first counts. */
function split(header: string): Map<string, string> {
  const given = new Map<string, string>();
  for (const preference of header.split(',')) {
    const [name = '', value = ''] = preference.trim().split('=', 2);
    if (name && !given.has(name)) given.set(name, value);
  }
  return given;
}

/**
 * Reads the header `Prefer`.
 * @throws {RestError} PGRST122 for what is not understood under `handling=strict`,
 *   PGRST127 for counts that are not exact and for time zones
 */
export function readPreferences(header: string | undefined): Preferences {
  if (!header) return none;
  const given = split(header);
  const understood = new Set<string>();
  const choose = <Name extends keyof typeof choices>(name: Name) => {
    const chosen: (typeof choices)[Name][number] | undefined = choices[name].find(
      (choice) => choice === given.get(name),
    );
    if (chosen) understood.add(name);
    return chosen ?? null;
  };

  const handling = choose('handling');
  const count = choose('count');
  const most = given.get('max-affected');
  const maxAffected = most !== undefined && /^\d{1,15}$/.test(most) ? Number(most) : null;
  if (maxAffected !== null) understood.add('max-affected');
  const preferences = {
    return: choose('return'),
    resolution: choose('resolution'),
    missing: choose('missing'),
    handling,
    maxAffected,
  };

  const invalid = [...given].filter(([name]) => !understood.has(name));
  if (handling === 'strict' && invalid.length > 0) {
    throw invalidPreferences(invalid.map(([name, value]) => (value ? `${name}=${value}` : name)));
  }
  if (count === 'planned' || count === 'estimated') throw notServed(`Prefer: count=${count} is`);
  if (given.has('timezone')) throw notServed('Prefer: timezone is');
  return { ...preferences, count };
}

/** The names of preferences, in the order in which PostgREST lists those it applied. */
const listed = ['resolution', 'missing', 'return', 'count', 'handling', 'maxAffected'] as const;

/** The header `Preference-Applied` for those preferences that had a meaning for the request. */
export function preferenceApplied(
  preferences: Preferences,
  meaningful: readonly (typeof listed)[number][],
): Record<string, string> {
  const hasMeaning = (name: (typeof listed)[number]) =>
    meaningful.includes(name) && (name !== 'maxAffected' || preferences.handling === 'strict');
  const applied = listed
    .filter((name) => preferences[name] !== null && hasMeaning(name))
    .map((name) => `${name === 'maxAffected' ? 'max-affected' : name}=${preferences[name]}`);
  return applied.length > 0 ? { 'Preference-Applied': applied.join(', ') } : {};
}
