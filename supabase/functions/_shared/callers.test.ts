import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Callers } from './callers.ts';

const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

const keys = await generateKeyPair('ES256', { extractable: true });
const otherKeys = await generateKeyPair('ES256');
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' };

interface Changes {
  readonly audience?: string;
  readonly expiresAt?: string;
  readonly key?: CryptoKey;
}

const sign = ({ audience = 'authenticated', expiresAt = '1h', key }: Changes = {}) =>
  new SignJWT({
    sub: ID,
    session_id: 'session',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: 7 }],
  })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setAudience(audience)
    .setExpirationTime(expiresAt)
    .sign(key ?? keys.privateKey);

/** Replaces the global fetch by a server with one account. @returns the paths of its requests */
const serve = (user: () => Response = () => Response.json({ id: ID, factors: [] })) => {
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (address: string | URL) => {
    const { pathname } = new URL(address);
    paths.push(pathname);
    return pathname.endsWith('/user') ? user() : Response.json({ keys: [jwk] });
  });
  return paths;
};

afterEach(() => vi.unstubAllGlobals());

const callers = () => new Callers('http://server', 'sb_publishable_x');

const ask = (token: string | null) =>
  callers().require(
    new Request('http://server/functions/v1/f', {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    }),
  );

const unauthorized = { status: 401, code: 'unauthorized' };

describe('a caller', () => {
  test('with a token of the server is an account, with its level and time of authentication', async () => {
    serve();
    const token = await sign();
    expect(await ask(token)).toEqual({
      id: ID,
      sessionId: 'session',
      authorization: `Bearer ${token}`,
      hasSecondFactor: false,
      aal: 'aal1',
      authenticatedAt: 7,
    });
  });

  test.each<[string, () => string | null | Promise<string>]>([
    ['no token', () => null],
    ['the public key', () => 'sb_publishable_x'],
    ['no JWT', () => 'forged'],
    ['a token for others', () => sign({ audience: 'anon' })],
    ['an expired token', () => sign({ expiresAt: '-1m' })],
    ['a token of another key', () => sign({ key: otherKeys.privateKey })],
  ])('with %s is refused before the auth service is asked', async (_, make) => {
    const paths = serve();
    await expect(ask(await make())).rejects.toMatchObject(unauthorized);
    expect(paths).not.toContain('/auth/v1/user');
  });

  test('whose session has ended is refused', async () => {
    serve(() => Response.json({ code: 'session_not_found' }, { status: 403 }));
    await expect(ask(await sign())).rejects.toMatchObject(unauthorized);
  });

  test('gets 503 while the auth service does not respond', async () => {
    const unavailable = { status: 503, code: 'unavailable' };
    serve(() => new Response('', { status: 500 }));
    await expect(ask(await sign())).rejects.toMatchObject(unavailable);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    await expect(ask(await sign())).rejects.toMatchObject(unavailable);
  });
});

test.each(['delete-account', 'voice-transform'])(
  'deno.json of %s names the version of jose that is installed for Node',
  async (name) => {
    const main = createRequire(import.meta.url).resolve('jose');
    const root = main.slice(0, main.lastIndexOf('/jose/') + '/jose/'.length);
    const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
    const installed = await read(join(root, 'package.json'));
    expect(installed).toMatchObject({ version: expect.any(String) });
    const version = String(Reflect.get(Object(installed), 'version'));
    expect(await read(join(import.meta.dirname, '..', name, 'deno.json'))).toEqual({
      imports: { jose: `npm:jose@${version}` },
    });
  },
);
