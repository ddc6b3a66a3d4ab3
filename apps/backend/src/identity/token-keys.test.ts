import { decodeProtectedHeader } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningDatabase } from '../database/start.ts';
import { createTokenKey } from '../operations/secrets.ts';
import { RunningAuth, startTestDatabase } from '../services/auth/fixtures/running-auth.ts';
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

describe('keys that are rotated while the service runs', () => {
  let database: RunningDatabase;
  let auth: RunningAuth;
  beforeAll(async () => {
    database = await startTestDatabase();
    auth = await RunningAuth.start(database);
  });
  afterAll(async () => {
    await auth?.stop();
    await database?.stop();
  });

  const verdict = (token: string) =>
    auth.verifyToken(token).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );

  /** Writes keys into the file that the service watches, and waits until the first one signs. */
  const exchange = async (...keys: Awaited<ReturnType<typeof createTokenKey>>[]) => {
    await auth.writeSecrets({ ...auth.secrets, tokenKeys: keys });
    const kid = keys[0]?.kid;
    await expect
      .poll(
        async () => {
          const { session } = await auth.newPerson();
          return decodeProtectedHeader(session.access_token).kid;
        },
        { timeout: 10_000 },
      )
      .toBe(kid);
  };

  it('accept older tokens only while their key is listed', async () => {
    const { session } = await auth.newPerson();
    const { access_token: token, refresh_token: refreshToken } = session;
    expect(await verdict(token)).toBe('accepted');
    const newer = await createTokenKey();
    await exchange(newer, ...auth.secrets.tokenKeys);
    expect(await verdict(token)).toBe('accepted');
    await exchange(await createTokenKey(), newer);
    expect(await verdict(token)).toBe('bad_jwt');
    const { data } = await auth.client().refreshSession({ refresh_token: refreshToken });
    expect(await verdict(data.session!.access_token)).toBe('accepted');
  });
});
