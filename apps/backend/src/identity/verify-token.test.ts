import {
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
  type JWTPayload,
} from 'jose';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTokenKey } from '../operations/secrets.ts';
import { RunningAuth, startAuth } from '../services/auth/fixtures/running-auth.ts';

const auth = await startAuth();
const person = await auth.newPerson();
const claims = decodeJwt(person.session.access_token);

const now = () => Math.floor(Date.now() / 1000);

/** Signs changed claims with the service's own key, so that only the change is wrong. */
const sign = async (changes: JWTPayload, header: object = {}) => {
  const key = auth.secrets.tokenKeys[0]!;
  return new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: key.kid ?? '', ...header })
    .sign(await importJWK(key, 'ES256'));
};

const verdict = async (token: string): Promise<string> =>
  auth.verifyToken(token).then(
    () => 'accepted',
    (error: { code: string; status: number }) => `${error.status} ${error.code}`,
  );

const publicKeys = async () => {
  const { body } = await auth.ask('/.well-known/jwks.json', { headers: { apikey: '' } });
  return z.array(z.looseObject({ kid: z.string() })).parse(body.keys);
};

describe('a token', () => {
  it('is accepted every time as it was issued', async () => {
    const { access_token: token } = person.session;
    const first = await auth.verifyToken(token);
    expect(first).toMatchObject({ sub: person.id, role: 'authenticated', aal: 'aal1' });
    expect(await auth.verifyToken(token)).toBe(first);
  });

  it('is accepted when the test signs it again, which shows that the refusals below have the named cause', async () => {
    expect(await verdict(await sign({}))).toBe('accepted');
  });

  it('is accepted when an older key of the service signed it', async () => {
    const newer = await createTokenKey();
    const rotated = await RunningAuth.start(auth.database, {
      secrets: { ...auth.secrets, tokenKeys: [newer, ...auth.secrets.tokenKeys] },
      publicUrl: auth.url,
    });
    expect(await rotated.accepts(person.session.access_token)).toBe(true);
    const { session } = await rotated.newPerson();
    expect(await verdict(session.access_token)).toBe('401 bad_jwt');
    await rotated.stop();
  });

  it('is refused when a character of any part was changed', async () => {
    const parts = person.session.access_token.split('.');
    for (const index of [0, 1, 2]) {
      const part = parts[index]!;
      const middle = Math.floor(part.length / 2);
      const other = part[middle] === 'A' ? 'B' : 'A';
      const changed = part.slice(0, middle) + other + part.slice(middle + 1);
      expect(await verdict(parts.with(index, changed).join('.'))).toBe('401 bad_jwt');
    }
  });

  it('is refused when its payload was replaced', async () => {
    const parts = person.session.access_token.split('.');
    const payload = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' }));
    expect(await verdict(parts.with(1, payload.toString('base64url')).join('.'))).toBe(
      '401 bad_jwt',
    );
  });

  it('is refused when it has expired', async () => {
    expect(await verdict(await sign({ exp: now() - 60 }))).toBe('401 jwt_expired');
  });

  it('is refused when it has expired since it was accepted', async () => {
    const token = await sign({ exp: now() - 4 });
    expect(await verdict(token)).toBe('accepted');
    await expect.poll(() => verdict(token), { timeout: 5000 }).toBe('401 jwt_expired');
  });

  it('is refused when it has no signature', async () => {
    expect(await verdict(new UnsecuredJWT(claims).encode())).toBe('401 bad_jwt');
  });

  it('is refused when it was signed with a shared secret, even that of our public key', async () => {
    const [key] = await publicKeys();
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: key?.kid ?? '' })
      .sign(new TextEncoder().encode(JSON.stringify(key)));
    expect(await verdict(token)).toBe('401 bad_jwt');
  });

  it('is refused when another key signed it, under its own id or under ours', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const header = { alg: 'ES256', typ: 'JWT' };
    const ours = auth.secrets.tokenKeys[0]!.kid;
    for (const kid of ['another', ours]) {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ ...header, kid, jwk: await exportJWK(publicKey) })
        .sign(privateKey);
      expect(await verdict(token)).toBe('401 bad_jwt');
    }
    expect(await verdict(await sign({}, { kid: undefined }))).toBe('401 bad_jwt');
  });

  it.each<[string, JWTPayload]>([
    ['issuer', { iss: 'https://elsewhere.example/auth/v1' }],
    ['audience', { aud: 'anyone' }],
    ['role', { role: 'postgres' }],
    ['session id', { session_id: undefined }],
  ])('is refused when its %s is another', async (_name, changes) => {
    expect(await verdict(await sign(changes))).toBe('401 bad_jwt');
  });

  it('is refused when it lacks an account or an expiry', async () => {
    for (const name of ['sub', 'exp', 'iat'] as const) {
      const { [name]: _left, ...rest } = claims;
      const key = auth.secrets.tokenKeys[0]!;
      const token = await new SignJWT(rest)
        .setProtectedHeader({ alg: 'ES256', kid: key.kid ?? '' })
        .sign(await importJWK(key, 'ES256'));
      expect(await verdict(token)).toBe('401 bad_jwt');
    }
  });

  it('is refused when its session does not exist or is another account’s', async () => {
    const stranger = await auth.newPerson();
    expect(await verdict(await sign({ session_id: crypto.randomUUID() }))).toBe(
      '401 session_not_found',
    );
    const { session_id: foreign } = decodeJwt(stranger.session.access_token);
    expect(await verdict(await sign({ session_id: foreign }))).toBe('401 session_not_found');
  });

  it('is refused when it is no token at all', async () => {
    for (const text of ['', 'x', 'a.b.c', '...', `${person.session.access_token}.x`]) {
      expect(await verdict(text)).toBe('401 bad_jwt');
    }
  });

  it('is refused in GoTrue’s words by the auth service', async () => {
    const { status, body } = await auth.ask('/user', { token: await sign({ exp: now() - 60 }) });
    expect(status).toBe(403);
    expect(body).toEqual({
      code: 403,
      error_code: 'bad_jwt',
      msg: 'invalid JWT: token is expired',
    });
  });
});

describe('the key set', () => {
  it('is public and contains nothing private', async () => {
    const [key, ...others] = await publicKeys();
    expect(others).toEqual([]);
    expect(new Set(Object.keys(key!))).toEqual(
      new Set(['alg', 'crv', 'ext', 'key_ops', 'kid', 'kty', 'use', 'x', 'y']),
    );
    const { data } = await auth.client().getClaims(person.session.access_token);
    expect(data?.claims.sub).toBe(person.id);
  });
});
