import { describe, expect, it } from 'vitest';
import { RestError } from '../errors.ts';
import { preferenceApplied, readPreferences } from './preferences.ts';

const refusal = (header: string): unknown => {
  try {
    return readPreferences(header);
  } catch (error) {
    return error instanceof RestError ? { code: error.code, details: error.details } : error;
  }
};

describe('preferences', () => {
  it('are parsed with any white space, from one header or a joined one', () => {
    expect(
      readPreferences(
        ' return=minimal ,count=exact,,resolution=ignore-duplicates, missing=default',
      ),
    ).toEqual({
      return: 'minimal',
      resolution: 'ignore-duplicates',
      missing: 'default',
      count: 'exact',
      handling: null,
      maxAffected: null,
    });
  });

  it('have the first known value of each kind', () => {
    expect(readPreferences('return=nonsense, return=minimal, return=representation').return).toBe(
      'minimal',
    );
    expect(readPreferences('max-affected=3, max-affected=9').maxAffected).toBe(3);
    expect(readPreferences('max-affected=three').maxAffected).toBeNull();
  });

  it('are refused if they are unknown under strict handling, and ignored otherwise', () => {
    expect(refusal('handling=strict, anything, return=nonsense')).toEqual({
      code: 'PGRST122',
      details: 'Invalid preferences: anything, return=nonsense',
    });
    expect(refusal('handling=lenient, anything')).toMatchObject({ handling: 'lenient' });
    expect(refusal('anything')).toMatchObject({ handling: null });
    expect(refusal('handling=strict, tx=rollback, max-affected=x')).toMatchObject({
      handling: 'strict',
      maxAffected: null,
    });
  });

  it('are refused by name if only hosted Supabase serves them', () => {
    expect(refusal('handling=strict, timezone=Europe/Zurich')).toMatchObject({ code: 'PGRST127' });
  });

  it('are listed in one order, and max-affected only where it applies', () => {
    const applied = (header: string) =>
      preferenceApplied(readPreferences(header), ['return', 'count', 'handling', 'maxAffected']);
    expect(applied('max-affected=2, count=exact, handling=strict, missing=null')).toEqual({
      'Preference-Applied': 'count=exact, handling=strict, max-affected=2',
    });
    expect(applied('max-affected=2, return=minimal')).toEqual({
      'Preference-Applied': 'return=minimal',
    });
    expect(applied('anything')).toEqual({});
  });
});
