import { base64url, generateKeyPair, UnsecuredJWT } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import {
  isUnknown,
  newProviderPerson,
  startAuthWithProvider,
} from '../../fixtures/provider-sign-in.ts';

const { provider, auth, browser } = await startAuthWithProvider();
afterEach(() => provider.overrides.clear());

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
    ['for this client, authorized for another', { azp: 'other' }],
    ['for several clients, authorized for another', { aud: ['the client', 'other'], azp: 'other' }],
    ['for several clients, without the authorized one', { aud: ['the client', 'other'] }],
    ['with the nonce of another flow', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['that has expired', { exp: now - 120 }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: now + 3600 }],
    ['without a subject', { sub: '' }],
  ])('is refused %s', async (_, claims) => {
    const person = newProviderPerson();
    const back = await browser.followCallback(
      provider.signIn(await browser.begin(), person, { claims }),
    );
    expect(back.query).toEqual(refused);
    expect(await isUnknown(auth, person)).toBe(true);
  });

  it('is refused unsigned', async () => {
    const person = newProviderPerson();
    const page = await browser.begin();
    const token = new UnsecuredJWT({ ...person, nonce: page.searchParams.get('nonce') })
      .setIssuer(provider.issuer)
      .setAudience(provider.clientId)
      .setIssuedAt()
      .setExpirationTime('1m')
      .encode();
    expect((await browser.followCallback(provider.signIn(page, person, { token }))).query).toEqual(
      refused,
    );
  });

  it('is refused with the signature of another key', async () => {
    const { privateKey: key } = await generateKeyPair('RS256');
    const back = await browser.followCallback(
      provider.signIn(await browser.begin(), newProviderPerson(), { key }),
    );
    expect(back.query).toEqual(refused);
  });

  it.each([null, '', 'nonsense', `${base64url.encode('{"alg":"none"}')}.e30.`])(
    'is refused when it is none: %s',
    async (token) => {
      const back = await browser.followCallback(
        provider.signIn(await browser.begin(), newProviderPerson(), { token }),
      );
      expect(back.query).toEqual(refused);
    },
  );

  it('may leave the e-mail to userinfo, which must be of the same subject', async () => {
    const person = newProviderPerson();
    const said = { sub: person.sub, email: person.email, email_verified: true };
    const ask = async (answer: object) => {
      provider.overrides.set('/userinfo', (_, response) => {
        response.end(JSON.stringify(answer));
      });
      const page = await browser.begin();
      return (await browser.followCallback(provider.signIn(page, { sub: person.sub }))).query;
    };
    expect(await ask({ ...said, sub: 'another' })).toEqual(refused);
    expect(await isUnknown(auth, person)).toBe(true);
    expect(await ask(said)).toEqual({});
    expect(await isUnknown(auth, person)).toBe(false);
  });
});
