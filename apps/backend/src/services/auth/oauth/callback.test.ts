import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { pkce, verifier } from '../fixtures/running-auth.ts';
import {
  isUnknown,
  newProviderPerson,
  startAuthWithProvider,
} from '../fixtures/provider-sign-in.ts';

const site = 'https://undertone.example/';

const { provider, auth, browser } = await startAuthWithProvider({
  site_url: site,
  additional_redirect_urls: ['https://*.preview.example/**'],
});
afterEach(() => provider.overrides.clear());

const exchange = (code: string | undefined, secret = verifier) =>
  auth.ask('/token?grant_type=pkce', { body: { auth_code: code, code_verifier: secret } });

describe('a sign-in with a code challenge', () => {
  it('ends in a session for the client with the verifier', async () => {
    const person = newProviderPerson();
    const page = await browser.begin({
      ...pkce,
      redirect_to: 'https://a.preview.example/in?x=1#y',
    });
    const back = await browser.followCallback(provider.signIn(page, person));
    expect(back).toMatchObject({ status: 302, place: 'https://a.preview.example/in' });
    expect(Object.keys(back.query)).toEqual(['x', 'code']);
    expect(await exchange(back.query.code, 'w'.repeat(50))).toMatchObject({ status: 400 });
    const { status, body } = await exchange(back.query.code);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      provider_token: 'access-at-the-provider',
      provider_refresh_token: 'refresh-at-the-provider',
      user: {
        email: person.email,
        app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
        identities: [{ provider: 'keycloak', id: person.sub }],
      },
    });
  });
});

describe('a sign-in without a code challenge', () => {
  it('redirects with the session in the fragment', async () => {
    const person = newProviderPerson();
    const back = await browser.followCallback(provider.signIn(await browser.begin({}), person));
    expect(back).toMatchObject({ status: 302, place: site, query: {} });
    expect(back.fragment).toEqual({
      access_token: expect.any(String),
      expires_at: expect.stringMatching(/^\d+$/),
      expires_in: '3600',
      provider_refresh_token: 'refresh-at-the-provider',
      provider_token: 'access-at-the-provider',
      refresh_token: expect.any(String),
      sb: '',
      token_type: 'bearer',
    });
    const { body } = await auth.ask('/user', { token: back.fragment.access_token! });
    expect(body).toMatchObject({ email: person.email });
  });
});

describe('a state', () => {
  it('is valid for the first callback only', async () => {
    const page = await browser.begin(pkce);
    const person = newProviderPerson();
    expect((await browser.followCallback(provider.signIn(page, person))).query).toHaveProperty(
      'code',
    );
    const again = await browser.followCallback(provider.signIn(page, person));
    expect(again).toMatchObject({ status: 303, place: site, fragment: {} });
    expect(again.query).toEqual({
      error: 'invalid_request',
      error_code: 'flow_state_already_used',
      error_description: 'State has already been used',
    });
  });

  it('is valid for the first callback only in an implicit flow too', async () => {
    const page = await browser.begin({});
    await browser.followCallback(provider.signIn(page, newProviderPerson()));
    const again = await browser.followCallback(provider.signIn(page, newProviderPerson()));
    expect(again.query).toMatchObject({ error_code: 'bad_oauth_state' });
  });

  it('is not valid after a callback that failed', async () => {
    const page = await browser.begin(pkce);
    const state = page.searchParams.get('state')!;
    await browser.followCallback({ state, error: 'access_denied' });
    const person = newProviderPerson();
    const again = await browser.followCallback(provider.signIn(page, person));
    expect(again.query).toMatchObject({ error_code: 'oauth_client_state_not_found' });
    expect(await isUnknown(auth, person)).toBe(true);
  });

  it('gives one session to two callbacks at the same time', async () => {
    const page = await browser.begin(pkce);
    const person = newProviderPerson();
    const answers = await Promise.all([
      browser.followCallback(provider.signIn(page, person)),
      browser.followCallback(provider.signIn(page, person)),
    ]);
    expect(answers.filter(({ query }) => query.code)).toHaveLength(1);
  });

  it('expires after five minutes', async () => {
    const page = await browser.begin(pkce);
    await auth.sql`
      update auth.flow_state set created_at = now() - interval '301 seconds'
      where id = ${page.searchParams.get('state')}`;
    const back = await browser.followCallback(provider.signIn(page, newProviderPerson()));
    expect(back.query).toMatchObject({ error_description: 'OAuth state has expired' });
  });

  it.each(['', 'nonsense', randomUUID(), "' or true --"])('cannot be forged: %s', async (state) => {
    const back = await browser.followCallback({ state, code: 'x' });
    expect(back).toMatchObject({ status: 303, place: site, query: { error: 'invalid_request' } });
  });
});

describe('a provider’s response without a code', () => {
  it('is passed on to the page that the flow redirects to', async () => {
    const page = await browser.begin({ ...pkce, redirect_to: 'https://a.preview.example/in' });
    const back = await browser.followCallback({
      state: page.searchParams.get('state')!,
      error: 'access_denied',
      error_description: 'No, <script>alert(1)</script>',
    });
    const failure = {
      error: 'access_denied',
      error_description: 'No, <script>alert(1)</script>',
    };
    expect(back).toMatchObject({ status: 302, place: 'https://a.preview.example/in' });
    expect(back.query).toEqual(failure);
    expect(back.fragment).toEqual({ ...failure, sb: '' });
  });

  it('may be empty', async () => {
    const page = await browser.begin(pkce);
    const back = await browser.followCallback({ state: page.searchParams.get('state')! });
    expect(back.query).toMatchObject({ error_code: 'bad_oauth_callback' });
  });

  it('is refused from another issuer', async () => {
    const query = provider.signIn(await browser.begin(pkce), newProviderPerson());
    query.set('iss', 'https://evil.example');
    expect((await browser.followCallback(query)).query).toMatchObject({
      error_code: 'bad_oauth_callback',
    });
  });
});

describe('a provider’s code', () => {
  it('cannot be used in another flow', async () => {
    const [mine, theirs] = [await browser.begin(pkce), await browser.begin(pkce)];
    const query = provider.signIn(theirs, newProviderPerson());
    query.set('state', mine.searchParams.get('state')!);
    expect((await browser.followCallback(query)).query).toMatchObject({
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: expect.stringContaining('Unable to exchange external code'),
    });
  });
});

describe('a provider that', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['sends nonsense', (response) => response.end('<html>')],
    ['is broken', (response) => response.writeHead(500).end('{}')],
    ['sends too much', (response) => response.end('x'.repeat(300_000))],
    ['breaks the connection', (response) => response.destroy()],
    ['redirects', (response) => response.writeHead(307, { location: '/elsewhere' }).end()],
  ])('%s leads to no session', async (_, respond) => {
    const person = newProviderPerson();
    const page = await browser.begin(pkce);
    provider.overrides.set('/token', (_request, response) => respond(response));
    const back = await browser.followCallback(provider.signIn(page, person));
    expect(back.query).toMatchObject({ error: 'server_error', error_code: 'unexpected_failure' });
    expect(await isUnknown(auth, person)).toBe(true);
    expect(provider.requests).not.toContain('/elsewhere');
  });
});
