import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTokenKey } from '../operations/secrets.ts';
import { TokenKeys } from './token-keys.ts';

afterEach(() => vi.useRealTimers());

const ids = ({ keySet }: TokenKeys) => keySet.keys.map(({ kid }) => kid);

describe('token keys', () => {
  it('are published without their private part and their retirement time', async () => {
    const [newest, old] = [await createTokenKey(), await createTokenKey()];
    const keys = await TokenKeys.create([newest, { ...old, verifies_until: 4_000_000_000 }]);
    for (const key of keys.keySet.keys) {
      expect(Object.keys(key).sort()).toEqual(
        ['alg', 'crv', 'ext', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'].sort(),
      );
    }
  });

  it('verify tokens until they retire in a running process', async () => {
    vi.useFakeTimers({ now: 1000 * 1000 });
    const [newest, old] = [await createTokenKey(), await createTokenKey()];
    const keys = await TokenKeys.create([newest, { ...old, verifies_until: 1010 }]);
    expect(ids(keys)).toEqual([newest.kid, old.kid]);
    expect(keys.find(old.kid)).toBeDefined();
    vi.setSystemTime(1010 * 1000);
    expect(ids(keys)).toEqual([newest.kid]);
    expect(keys.find(old.kid)).toBeUndefined();
  });
});
