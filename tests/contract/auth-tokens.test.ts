import { execFile } from 'node:child_process';
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
} from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { promisify } from 'node:util';
import { startBackend } from '@undertone/test-support/backend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { join, type Member } from './fixtures/member.ts';
import { visit } from './fixtures/person.ts';
import {
  tokenAcceptance,
  refusedEverywhere,
  acceptedEverywhere,
} from './fixtures/token-acceptance.ts';

const run = promisify(execFile);

interface Key {
  readonly kid: string;
  readonly private: KeyObject;
  readonly shown: object;
}

const backend = await startBackend();
afterAll(() => backend.stop());
let member: Member;
let key: Key;
let claims: Record<string, unknown>;

const keySet = async (): Promise<{ kid: string }[]> => {
  const response = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`);
  const { keys }: { keys: { kid: string }[] } = JSON.parse(await response.text());
  return keys;
};

const decode = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString());

beforeAll(async () => {
  member = await join(backend);
  const secrets: { tokenKeys: (JsonWebKey & { kid: string })[] } = JSON.parse(
    await readFile(joinPath(backend.dataDir, 'secrets.json'), 'utf8'),
  );
  const [jwk] = secrets.tokenKeys;
  const [shown] = await keySet();
  if (!jwk || !shown) throw new Error('the backend has no key');
  key = { kid: jwk.kid, private: createPrivateKey({ key: jwk, format: 'jwk' }), shown };
  claims = decode(member.session.access_token.split('.')[1]);
});

const now = () => Math.floor(Date.now() / 1000);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const parts = (changes: object, header: object = {}) =>
  `${encode({ alg: 'ES256', typ: 'JWT', kid: key.kid, ...header })}.${encode({ ...claims, ...changes })}`;

/** Signs a token as the backend does, so that only the changed claims are wrong. */
const forge = (changes: object, header: object = {}, signer = key.private): string => {
  const input = parts(changes, header);
  const signature = sign('sha256', Buffer.from(input), { key: signer, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
};

const withSharedSecret = (secret: string): string => {
  const input = parts({}, { alg: 'HS256' });
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};

describe('a token', () => {
  it('is accepted when it is signed again with the right key, so that the refusals below have the named cause', async () => {
    expect(await tokenAcceptance(backend, forge({}))).toEqual(acceptedEverywhere);
  });

  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const pem = () => createPublicKey(key.private).export({ type: 'spki', format: 'pem' }).toString();

  it.each<[why: string, token: () => string]>([
    ['has no signature', () => `${parts({}, { alg: 'none' })}.`],
    ['has another signature', () => forge({}).slice(0, -8).concat('AAAAAAAA')],
    ['was signed by another key', () => forge({}, {}, stranger)],
    ['names an unknown key', () => forge({}, { kid: randomUUID() })],
    ['names no key', () => forge({}, { kid: undefined })],
    ['was signed with the public key as a secret', () => withSharedSecret(pem())],
    ['was signed with the key set as a secret', () => withSharedSecret(JSON.stringify(key.shown))],
    ['states another algorithm', () => forge({}, { alg: 'RS256' })],
    ['comes from another issuer', () => forge({ iss: 'https://elsewhere.example/auth/v1' })],
    ['is for another audience', () => forge({ aud: 'elsewhere' })],
    ['has expired', () => forge({ exp: now() - 60 })],
    ['never expires', () => forge({ exp: undefined })],
    ['is not yet valid', () => forge({ nbf: now() + 60 })],
    ['is for a session that does not exist', () => forge({ session_id: randomUUID() })],
    ['is for another account’s session', () => forge({ sub: randomUUID() })],
  ])('is refused by every service when it %s', async (_, token) => {
    expect(await tokenAcceptance(backend, token())).toEqual(refusedEverywhere);
  });

  it('is refused by each service in its own shape', async () => {
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${backend.url}${path}`, {
        ...init,
        headers: {
          apikey: backend.publishableKey,
          authorization: `Bearer ${forge({ exp: now() - 60 })}`,
        },
      });
      return [response.status, await response.json()];
    };
    expect(await ask('/auth/v1/user')).toEqual([
      403,
      { code: 403, error_code: 'bad_jwt', msg: 'invalid JWT: token is expired' },
    ]);
    expect(await ask('/rest/v1/profiles')).toEqual([
      401,
      { code: 'PGRST303', message: expect.stringContaining('expired'), details: null, hint: null },
    ]);
    expect(await ask('/storage/v1/object/authenticated/voice-drops/x')).toMatchObject([
      expect.any(Number),
      { statusCode: expect.any(String), error: expect.any(String), message: expect.any(String) },
    ]);
    expect(await ask('/functions/v1/voice-transform', { method: 'POST' })).toMatchObject([
      401,
      { code: 'unauthorized', error: expect.any(String) },
    ]);
  });

  it('is refused by auth-js with “Invalid JWT signature” when it was changed', async () => {
    const { auth } = visit(backend);
    const [header, , signature] = member.session.access_token.split('.');
    const tampered = `${header}.${encode({ ...claims, role: 'service_role' })}.${signature}`;
    const { data, error } = await auth.getClaims(tampered);
    expect(data).toBeNull();
    expect(error).toMatchObject({ message: 'Invalid JWT signature' });
  });
});

describe('npm run rotate-keys', () => {
  const rotate = async (...args: string[]) => {
    const { stdout } = await run(
      process.execPath,
      [joinPath(import.meta.dirname, '../../scripts/rotate-keys.ts'), ...args],
      { env: { ...process.env, DATA_DIR: backend.dataDir } },
    );
    const kid = /^Key (\S+) signs/.exec(stdout)?.[1] ?? '';
    await expect
      .poll(async () => (await keySet()).map((shown) => shown.kid)[0], { timeout: 10_000 })
      .toBe(kid);
    return kid;
  };

  it('gives a running backend a new key, and tokens of the previous key stay valid', async () => {
    const before = await join(backend);
    const kid = await rotate();
    expect((await keySet()).map((shown) => shown.kid)).toEqual([kid, key.kid]);
    const after = await join(backend);
    expect(decode(after.session.access_token.split('.')[0]).kid).toBe(kid);
    for (const { client, session } of [before, after]) {
      expect(await tokenAcceptance(backend, session.access_token)).toEqual(acceptedEverywhere);
      expect((await client.auth.getClaims()).data?.claims.sub).toBe(session.user.id);
    }
  });

  it('revokes earlier tokens with --revoke, and people stay signed in', async () => {
    const { client, session } = await join(backend);
    expect(await tokenAcceptance(backend, session.access_token)).toEqual(acceptedEverywhere);
    await rotate('--revoke');
    expect(await tokenAcceptance(backend, session.access_token)).toEqual(refusedEverywhere);
    const { data } = await client.auth.refreshSession();
    expect(await tokenAcceptance(backend, data.session?.access_token ?? '')).toEqual(
      acceptedEverywhere,
    );
  });
});
