import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readLimitSettings } from './limit-settings.ts';

// Some defaults follow the machine: the papers give those of two processors.
vi.mock(import('node:os'), async (load) => ({ ...(await load()), availableParallelism: () => 2 }));

describe('The limits that an operator may set', () => {
  test('have their defaults where the environment names none', () => {
    expect(readLimitSettings({}).SIGNED_URL_SECONDS).toBe(3600);
  });

  test('are taken from the environment', () => {
    expect(readLimitSettings({ SIGNED_URL_SECONDS: '60' }).SIGNED_URL_SECONDS).toBe(60);
  });

  test.each(['0', '-1', '1.5', 'many', '1e400'])('are refused by name when they are %s', (text) => {
    expect(() => readLimitSettings({ SIGNED_URL_SECONDS: text })).toThrow(ConfigError);
    expect(() => readLimitSettings({ SIGNED_URL_SECONDS: text })).toThrow('SIGNED_URL_SECONDS');
  });

  test('are listed with their defaults in the papers', async () => {
    const paper = await readFile(
      join(import.meta.dirname, '../../../../docs/deploying.md'),
      'utf8',
    );
    const rows = paper
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const missing = Object.entries(readLimitSettings({})).filter(
      ([name, value]) =>
        !rows.some(([, cell, number]) => cell === `\`${name}\`` && number === String(value)),
    );
    expect(missing.map(([name]) => name)).toEqual([]);
  });
});
