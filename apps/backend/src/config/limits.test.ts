import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { admissionOf, poolSizes } from './admission.ts';
import { ConfigError } from './config-error.ts';
import { readLimits } from './limits.ts';

describe('the limits', () => {
  it('are read from the environment', () => {
    expect(readLimits({ SOCKETS: '60' }).sockets).toBe(60);
  });

  it.each(['0', '-1', '1.5', 'many', '1e400'])('are refused by name when one is %s', (text) => {
    expect(() => readLimits({ SOCKETS: text })).toThrow(ConfigError);
    expect(() => readLimits({ SOCKETS: text })).toThrow('SOCKETS');
  });

  it('are listed in docs/deploying.md with their defaults for two processors', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../../docs/deploying.md'), 'utf8');
    const rows = page.matchAll(/^\| `([A-Z_]+)` +\| (\d+) +\|/gm);
    const read: Record<string, string> = {};
    const env = new Proxy(read, { get: (_, name) => void (read[String(name)] = '') });
    const defaults = Object.values(readLimits(env, 2));
    expect(Array.from(rows, ([, name, value]) => [name, Number(value)])).toEqual(
      Object.keys(read).map((name, place) => [name, defaults[place]]),
    );
  });
});

describe('the connections to the database', () => {
  it.each([
    [1, { reads: 6, writes: 2, uploads: 4, auth: 4 }],
    [2, { reads: 12, writes: 3, uploads: 8, auth: 8 }],
    [16, { reads: 32, writes: 16, uploads: 12, auth: 12 }],
  ])('are divided among the pools on a machine of %d processors', (processors, sizes) => {
    expect(poolSizes(readLimits({}, processors))).toEqual(sizes);
  });

  it('are one in each pool at least', () => {
    const { connections } = admissionOf(readLimits({ DATABASE_CONNECTIONS: '1' }));
    expect(Object.values(connections).map(({ slots }) => slots)).toEqual([1, 1, 1]);
  });
});
