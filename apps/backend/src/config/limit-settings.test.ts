import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readLimitSettings } from './limit-settings.ts';

/** The settings as a machine of two processors has them: some defaults follow the machine. */
const readSettingsOfTwoProcessors = async () => {
  vi.doMock(import('node:os'), async (load) => ({
    ...(await load()),
    availableParallelism: () => 2,
  }));
  vi.resetModules();
  const settings = await import('./limit-settings.ts');
  vi.doUnmock('node:os');
  vi.resetModules();
  return settings.readLimitSettings({});
};

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

  test('are listed in docs/deploying.md with the defaults for two processors', async () => {
    const settings = await readSettingsOfTwoProcessors();
    const paper = await readFile(
      join(import.meta.dirname, '../../../../docs/deploying.md'),
      'utf8',
    );
    const rows = paper
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const missing = Object.entries(settings).filter(
      ([name, value]) =>
        !rows.some(([, cell, number]) => cell === `\`${name}\`` && number === String(value)),
    );
    expect(missing.map(([name]) => name)).toEqual([]);
  });
});
