import { describe, expect, it } from 'vitest';
import { pkce } from '../fixtures/running-auth.ts';
import { newProviderPerson, startAuthWithProvider } from '../fixtures/provider-sign-in.ts';

const site = 'https://undertone.example/';

const { provider, auth, browser } = await startAuthWithProvider({
  site_url: site,
  additional_redirect_urls: ['https://*.preview.example/**'],
});

describe('the start of a flow through a provider', () => {
  it('passes on the client’s further parameters, and none that would change the flow', async () => {
    const page = await browser.begin({
      ...pkce,
      scopes: 'calendar,openid contacts',
      login_hint: 'someone@example.com',
      prompt: 'consent',
      redirect_to: site,
      skip_http_redirect: 'true',
      state: 'mine',
      nonce: 'mine',
      redirect_uri: 'https://evil.example',
      Client_Id: 'mine',
      response_type: 'token',
      response_mode: 'form_post',
      request_uri: 'https://evil.example',
    });
    expect(`${page.origin}${page.pathname}`).toBe(`${provider.issuer}/sign-in`);
    expect(Object.fromEntries(page.searchParams)).toEqual({
      kept: '1',
      login_hint: 'someone@example.com',
      prompt: 'consent',
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: `${auth.url}/auth/v1/callback`,
      scope: 'openid email profile calendar contacts',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(page.searchParams.get('code_challenge')).not.toBe(pkce.code_challenge);
  });

  it.each([
    ['an unknown provider', { provider: 'nobody' }, 'Unsupported provider: Provider nobody could'],
    ['one that is not enabled', { provider: 'google' }, 'Unsupported provider: provider is not'],
    ['none', { provider: '' }, 'Unsupported provider'],
    ['half a challenge', { code_challenge: pkce.code_challenge }, 'PKCE flow requires'],
    ['an invitation', { invite_token: 'x' }, 'Invitations are not served here'],
    ['too much', { login_hint: 'x'.repeat(2001) }, 'The query parameters are too long'],
  ])('is refused to %s', async (_, query, message) => {
    const asked = new URLSearchParams({ provider: 'keycloak', ...query });
    expect(await auth.ask(`/authorize?${asked.toString()}`)).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining(message) },
    });
  });

  it('leads back to the page that it began on or names, if that is allowed', async () => {
    const began = (referer: string) => browser.begin(pkce, { referer });
    const from = async (page: URL) =>
      (await browser.followCallback(provider.signIn(page, newProviderPerson()))).place;
    expect(await from(await began('https://a.preview.example/here'))).toBe(
      'https://a.preview.example/here',
    );
    expect(await from(await began('https://evil.example/here'))).toBe(site);
    const redirect = { ...pkce, redirect_to: 'https://evil.example/here' };
    expect(await from(await browser.begin(redirect))).toBe(site);
  });
});
