import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SignJWT, UnsecuredJWT } from 'jose';
import { FakeProvider } from '../../fixtures/fake-provider.ts';
import { nonceOf } from './oauth-client.ts';
import { OidcProvider } from './oidc-provider.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { ProviderError } from './provider.ts';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await FakeProvider.start();
});
afterEach(() => {
  fake.overrides.clear();
  fake.requests.length = 0;
});
afterAll(() => fake?.stop());

const discovery = '/.well-known/openid-configuration';
const verifier = 'v'.repeat(43);
const request = { state: 'state', verifier, scopes: [], parameters: new Map<string, string>() };

const provider = (settings: object = {}, timeout = 10_000) =>
  new OidcProvider({
    name: 'keycloak',
    issuer: fake.issuer,
    settings: { ...fake.settings, redirect_uri: 'https://site.example/callback', ...settings },
    fetch: createProviderFetch(timeout),
    readClaims: ({ name }) => (typeof name === 'string' ? { name } : {}),
  });

const answer = (place: string, body: unknown) =>
  fake.overrides.set(place, (_, response) => response.end(JSON.stringify(body)));

const described = (changes: object) => ({
  issuer: fake.issuer,
  authorization_endpoint: `${fake.issuer}/sign-in`,
  token_endpoint: `${fake.issuer}/token`,
  jwks_uri: `${fake.issuer}/keys`,
  ...changes,
});

const signIn = async (asked: OidcProvider, forgery: Parameters<FakeProvider['signIn']>[2] = {}) => {
  const locate = await asked.prepare();
  const query = fake.signIn(
    locate(request),
    {
      sub: 'someone',
      email: 'someone@example.com',
      email_verified: true,
      name: 'Someone',
    },
    forgery,
  );
  return asked.readProfile(await asked.exchange(query, verifier), verifier);
};

describe('an OpenID provider', () => {
  it('receives one request for its metadata and one for its keys', async () => {
    const asked = provider();
    const profile = {
      subject: 'someone',
      email: { address: 'someone@example.com', isVerified: true },
      claims: { iss: fake.issuer, name: 'Someone' },
    };
    expect(await signIn(asked)).toEqual(profile);
    expect(await signIn(asked)).toEqual(profile);
    expect(fake.requests.filter((place) => place === discovery)).toHaveLength(1);
    expect(fake.requests.filter((place) => place === '/keys')).toHaveLength(1);
  });

  it('receives another request for its metadata after a failure', async () => {
    const asked = provider();
    fake.overrides.set(discovery, (_, response) => response.writeHead(503).end());
    await expect(asked.prepare()).rejects.toThrow(ProviderError);
    fake.overrides.clear();
    await expect(signIn(asked)).resolves.toHaveProperty('subject', 'someone');
  });

  it('gets the secret in the form if it supports only that', async () => {
    answer(discovery, described({ token_endpoint_auth_methods_supported: ['client_secret_post'] }));
    const forms: string[] = [];
    fake.overrides.set('/token', async (asked, response) => {
      expect(asked.headers.authorization).toBeUndefined();
      for await (const chunk of asked) forms.push(String(chunk));
      response.end('{}');
    });
    await expect(signIn(provider())).rejects.toThrow(ProviderError);
    expect(new URLSearchParams(forms.join('')).get('client_secret')).toBe(fake.clientSecret);
  });

  it('is sent no nonce, and need not repeat one, where the settings skip the check', async () => {
    const asked = provider({ skip_nonce_check: true });
    const locate = await asked.prepare();
    expect(locate(request).searchParams.has('nonce')).toBe(false);
    await expect(signIn(asked)).resolves.toHaveProperty('subject', 'someone');
  });

  it('may send a nonce of its own where the settings skip the check', async () => {
    const asked = provider({ skip_nonce_check: true });
    const claims = { nonce: 'its own' };
    await expect(signIn(asked, { claims })).resolves.toHaveProperty('subject', 'someone');
  });

  it('must name itself in callbacks if its metadata promise that', async () => {
    answer(discovery, described({ authorization_response_iss_parameter_supported: true }));
    await expect(signIn(provider())).rejects.toMatchObject({ code: 'bad_oauth_callback' });
  });

  it('may sign with any asymmetric algorithm, but not with HS256 or none, even if its metadata allow them', async () => {
    answer(discovery, described({ id_token_signing_alg_values_supported: ['ES256'] }));
    await expect(signIn(provider())).resolves.toHaveProperty('subject', 'someone');
    answer(discovery, described({ id_token_signing_alg_values_supported: ['none', 'HS256'] }));
    const claims = { iss: fake.issuer, aud: fake.clientId, sub: 'someone' };
    const token = () =>
      new UnsecuredJWT({ ...claims, nonce: nonceOf(verifier) })
        .setIssuedAt()
        .setExpirationTime('1m');
    await expect(signIn(provider(), { token: token().encode() })).rejects.toThrow(ProviderError);
    const signed = await new SignJWT({ ...claims, nonce: nonceOf(verifier) })
      .setIssuedAt()
      .setExpirationTime('1m')
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(fake.clientSecret.padEnd(32)));
    await expect(signIn(provider(), { token: signed })).rejects.toThrow(ProviderError);
  });

  it('may have an issuer that ends in a slash', async () => {
    answer(discovery, described({ issuer: `${fake.issuer}/` }));
    await expect(provider().prepare()).resolves.toBeInstanceOf(Function);
  });

  it.each<[string, () => object]>([
    ['of another issuer', () => described({ issuer: 'https://evil.example' })],
    ['without keys', () => described({ jwks_uri: undefined })],
    ['with a file for an endpoint', () => described({ token_endpoint: 'file:///etc/passwd' })],
    ['without any endpoint', () => ({})],
    ['of more than 256 kB', () => described({ more: 'x'.repeat(300_000) })],
  ])('is refused with metadata %s', async (_, description) => {
    answer(discovery, description());
    await expect(provider().prepare()).rejects.toThrow(ProviderError);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['there are no keys', (response) => response.end('{"keys":[]}')],
    ['there are too many keys', (response) => response.end(`[${'1,'.repeat(200_000)}1]`)],
    ['the keys are nonsense', (response) => response.end('nonsense')],
    ['the keys have moved', (response) => response.writeHead(302, { location: '/other' }).end()],
  ])('is refused where %s', async (_, respond) => {
    fake.overrides.set('/keys', (_request, response) => respond(response));
    await expect(signIn(provider())).rejects.toThrow(ProviderError);
    expect(fake.requests).not.toContain('/other');
  });

  it('fails when its response, or the rest of it, takes too long', async () => {
    fake.overrides.set(discovery, () => undefined);
    await expect(provider({}, 50).prepare()).rejects.toThrow(ProviderError);
    fake.overrides.set(discovery, (_, response) => void response.write('{'));
    await expect(provider({}, 50).prepare()).rejects.toThrow(ProviderError);
  });

  it('leaves nothing secret in the messages of errors', async () => {
    fake.overrides.set('/token', (_, response) => response.end('{"access_token":1}'));
    await expect(signIn(provider())).rejects.toThrow(`${fake.issuer}/token: unexpected response`);
    fake.overrides.clear();
    const forged = signIn(provider(), { token: 'some.secret.token' });
    await expect(forged).rejects.toThrow('the ID token is not valid (OAUTH_PARSE_ERROR)');
    await expect(forged).rejects.not.toHaveProperty('cause');
  });
});
