import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FakeProvider } from '../../fixtures/fake-provider.ts';
import type { ProviderSettings } from '../../../../config/provider-settings.ts';
import { ProviderError } from './provider.ts';
import { createProviders } from './create-providers.ts';

const callbackUrl = 'https://site.example/auth/v1/callback';
const google = 'https://accounts.google.com';
const verifier = 'v'.repeat(43);
const request = { state: 'state', verifier, scopes: [], parameters: new Map<string, string>() };

let fake: FakeProvider;
let settings: ProviderSettings;
beforeAll(async () => {
  fake = await FakeProvider.start();
  settings = { ...fake.settings, url: '' };
});
afterEach(() => {
  vi.unstubAllGlobals();
  fake.overrides.clear();
});
afterAll(() => fake?.stop());

/** Sends all requests to Google to the fake provider; others fail. */
function standInForGoogle(changes: object = {}): void {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
    if (url.origin !== google) throw new Error(`${url.origin} is not Google`);
    return fetch(new URL(url.pathname, fake.issuer), init);
  });
  const description = {
    issuer: google,
    authorization_endpoint: `${google}/sign-in`,
    token_endpoint: `${google}/token`,
    jwks_uri: `${google}/keys`,
    ...changes,
  };
  fake.overrides.set('/.well-known/openid-configuration', (_, response) =>
    response.end(JSON.stringify(description)),
  );
}

describe('Google', () => {
  it('gets requests at its own URL, and its claims are stored by GoTrue’s names', async () => {
    standInForGoogle();
    const provider = createProviders({ google: settings }, callbackUrl).get('google')!;
    const locate = await provider.prepare();
    const page = locate(request);
    expect(`${page.origin}${page.pathname}`).toBe(`${google}/sign-in`);
    expect(page.searchParams.get('redirect_uri')).toBe(callbackUrl);
    const person = {
      sub: '1234567890',
      email: 'someone@example.com',
      email_verified: true,
      name: 'Someone',
      picture: 'https://pictures.example/someone',
      hd: 'example.com',
      locale: 'en',
    };
    const query = fake.signIn(page, person, { claims: { iss: google } });
    const grant = await provider.exchange(query, verifier);
    expect(await provider.readProfile(grant, verifier)).toEqual({
      subject: person.sub,
      email: { address: person.email, isVerified: true },
      claims: {
        iss: google,
        name: 'Someone',
        full_name: 'Someone',
        picture: person.picture,
        avatar_url: person.picture,
        provider_id: person.sub,
        custom_claims: { hd: 'example.com' },
      },
    });
  });

  it('is refused with an endpoint without TLS', async () => {
    standInForGoogle({ token_endpoint: 'http://accounts.google.com/token' });
    const provider = createProviders({ google: settings }, callbackUrl).get('google')!;
    await expect(provider.prepare()).rejects.toThrow(ProviderError);
  });
});

describe('GitHub', () => {
  it('gets requests at its own URL, or at that of an Enterprise Server', async () => {
    const pageOf = async (url: string) => {
      const provider = createProviders({ github: { ...settings, url } }, callbackUrl).get('github');
      return (await provider!.prepare())(request);
    };
    const page = await pageOf('');
    expect(`${page.origin}${page.pathname}`).toBe('https://github.com/login/oauth/authorize');
    expect(page.searchParams.get('scope')).toBe('user:email');
    expect(page.searchParams.get('code_challenge_method')).toBe('S256');
    expect((await pageOf('https://github.example.com')).host).toBe('github.example.com');
  });
});

it('providers redirect to the address in their settings', async () => {
  const own = { ...settings, redirect_uri: 'https://other.example/callback' };
  const provider = createProviders({ github: own }, callbackUrl).get('github')!;
  const page = (await provider.prepare())(request);
  expect(page.searchParams.get('redirect_uri')).toBe(own.redirect_uri);
});
