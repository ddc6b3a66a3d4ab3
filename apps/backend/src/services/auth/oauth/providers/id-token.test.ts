import { base64url, generateKeyPair, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningDatabase } from '../../../../database/start.ts';
import { FakeProvider } from '../../fixtures/fake-provider.ts';
import { Browser, stranger } from '../../fixtures/provider-sign-in.ts';
import { RunningAuth, startTestDatabase } from '../../fixtures/running-auth.ts';

let database: RunningDatabase;
let provider: FakeProvider;
let auth: RunningAuth;
let browser: Browser;
beforeAll(async () => {
  provider = await FakeProvider.start();
  database = await startTestDatabase();
  auth = await RunningAuth.start(database, {
    settings: {
      external: { keycloak: provider.settings },
    },
  });
  browser = new Browser(auth, provider);
});
afterEach(() => provider.overrides.clear());
afterAll(async () => {
  await auth?.stop();
  await database?.stop();
  await provider?.stop();
});

const isUnknown = async ({ sub }: JWTPayload) => {
  const rows = await database.database.admin`
    select from auth.identities where provider_id = ${sub ?? ''}`;
  return rows.length === 0;
};

describe('an ID token', () => {
  const refused = {
    error: 'server_error',
    error_code: 'unexpected_failure',
    error_description: 'Error getting user profile from external provider',
  };
  const now = Math.floor(Date.now() / 1000);

  it.each<[string, Record<string, unknown>]>([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another client', { aud: 'another client' }],
    ['for this client, made for another', { azp: 'other' }],
    ['for several clients, made for another', { aud: ['the client', 'other'], azp: 'other' }],
    ['for several clients, made for nobody', { aud: ['the client', 'other'] }],
    ['of another flow', { nonce: 'another' }],
    ['of no flow', { nonce: undefined }],
    ['that has expired', { exp: now - 120 }],
    ['that never expires', { exp: undefined }],
    ['that begins later', { nbf: now + 3600 }],
    ['of nobody', { sub: '' }],
  ])('is not believed %s', async (_, claims) => {
    const person = stranger();
    const back = await browser.comeBack(provider.signIn(await browser.begin(), person, { claims }));
    expect(back.query).toEqual(refused);
    expect(await isUnknown(person)).toBe(true);
  });

  it('is not believed unsigned', async () => {
    const person = stranger();
    const page = await browser.begin();
    const token = new UnsecuredJWT({ ...person, nonce: page.searchParams.get('nonce') })
      .setIssuer(provider.issuer)
      .setAudience(provider.clientId)
      .setIssuedAt()
      .setExpirationTime('1m')
      .encode();
    expect((await browser.comeBack(provider.signIn(page, person, { token }))).query).toEqual(
      refused,
    );
  });

  it('is not believed signed by someone else', async () => {
    const { privateKey: key } = await generateKeyPair('RS256');
    const back = await browser.comeBack(
      provider.signIn(await browser.begin(), stranger(), { key }),
    );
    expect(back.query).toEqual(refused);
  });

  it.each([null, '', 'nonsense', `${base64url.encode('{"alg":"none"}')}.e30.`])(
    'must be one: %s',
    async (token) => {
      const back = await browser.comeBack(
        provider.signIn(await browser.begin(), stranger(), { token }),
      );
      expect(back.query).toEqual(refused);
    },
  );

  it('leaves the e-mail to userinfo, which must speak of the same person', async () => {
    const person = stranger();
    const said = { sub: person.sub, email: person.email, email_verified: true };
    const ask = async (answer: object) => {
      provider.overrides.set('/userinfo', (_, response) => {
        response.end(JSON.stringify(answer));
      });
      const page = await browser.begin();
      return (await browser.comeBack(provider.signIn(page, { sub: person.sub }))).query;
    };
    expect(await ask({ ...said, sub: 'another' })).toEqual(refused);
    expect(await isUnknown(person)).toBe(true);
    expect(await ask(said)).toEqual({});
    expect(await isUnknown(person)).toBe(false);
  });
});
