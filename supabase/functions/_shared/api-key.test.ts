import { describe, expect, test } from 'vitest';
import { chooseApiKey } from './api-key.ts';

const choose = (kind: 'publishable' | 'secret', settings: Record<string, string>) =>
  chooseApiKey((name) => settings[name], kind);

describe('an api key', () => {
  const legacy = { SUPABASE_ANON_KEY: 'old public', SUPABASE_SERVICE_ROLE_KEY: 'old secret' };

  test('is the present one called default, or else the first', () => {
    const settings = {
      ...legacy,
      SUPABASE_PUBLISHABLE_KEYS: '{"web": "first", "app": "second"}',
      SUPABASE_SECRET_KEYS: '{"web": "first", "default": "mine"}',
    };
    expect(choose('publishable', settings)).toBe('first');
    expect(choose('secret', settings)).toBe('mine');
  });

  test('is the legacy one where there is no present one', () => {
    expect(choose('publishable', { ...legacy, SUPABASE_PUBLISHABLE_KEYS: '{}' })).toBe(
      'old public',
    );
    expect(choose('secret', legacy)).toBe('old secret');
  });

  test('is named by the error where there is neither', () => {
    expect(() => choose('secret', {})).toThrow(
      'neither SUPABASE_SECRET_KEYS nor SUPABASE_SERVICE_ROLE_KEY is set',
    );
  });
});
