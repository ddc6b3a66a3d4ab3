import { describe, expect, it } from 'vitest';
import { AllowedRedirects } from './allowed-redirects.ts';

const redirects = new AllowedRedirects('https://site.example/', [
  'https://other.example/welcome',
  'https://*.preview.example/**',
  'app://callback?',
  'http://127.0.0.1:*/done',
]);
const site = 'https://site.example/';

describe('AllowedRedirects', () => {
  it.each([
    'https://site.example/anywhere?x=1#y',
    'https://other.example/welcome',
    'https://other.example/welcome#part',
    'https://a.preview.example/b/c.html?d=1',
    'app://callback7',
    'http://127.0.0.1:4321/done',
  ])('allow %s', (asked) => {
    expect(redirects.choose(asked)).toBe(asked);
  });

  it.each([
    undefined,
    '',
    'not a url',
    '//evil.example',
    'http://site.example/',
    'https://site.example.evil.example/',
    'https://site.example:8443/',
    'https://site.example@evil.example/',
    'https://other.example/welcome/back',
    'https://other.example/welcome?next=1',
    'https://a.b.preview.example/',
    'https://evil.example/.preview.example/',
    'https://a@evil.preview.example/',
    'app://callback77',
    'javascript:alert(1)',
    String.raw`https:\\evil.example`,
    String.raw`https://evil\.preview.example/`,
    'https://2130706433?.preview.example/',
    'https://evil?.preview.example/',
    'https://evil#.preview.example/',
    'https://site.example:pass@evil.example/',
    'https://someone@site.example/',
    'https://ev\til.preview.example/',
    ' https://evil.example',
    '///evil.example',
  ])('go to the site instead of %s', (asked) => {
    expect(redirects.choose(asked)).toBe(site);
  });

  it('refuse URLs that contain their own content, whatever the settings allow', () => {
    const careless = new AllowedRedirects(site, ['**']);
    expect(careless.choose('https://any.example/')).toBe('https://any.example/');
    for (const asked of ['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,hi']) {
      expect(careless.choose(asked)).toBe(site);
    }
  });

  it('take the first allowed target', () => {
    expect(redirects.choose('https://evil.example', `${site}a`, `${site}b`)).toBe(`${site}a`);
  });

  it('allow the server’s public address besides the site', () => {
    const both = new AllowedRedirects(site, [], 'https://api.example');
    expect(both.choose(undefined)).toBe(site);
    expect(both.choose('https://api.example/x')).toBe('https://api.example/x');
    expect(both.choose('https://api.example:8443/x')).toBe(site);
    expect(both.choose('http://api.example/x')).toBe(site);
  });

  it('allow any port of this machine where the site is on this machine', () => {
    const local = new AllowedRedirects('http://localhost:3000', []);
    expect(local.choose('http://localhost:4321/x')).toBe('http://localhost:4321/x');
    for (const name of ['127.0.0.1', '127.9.9.9', '[::1]']) {
      expect(local.choose(`http://${name}:4321/x`)).toBe(`http://${name}:4321/x`);
    }
    for (const other of ['https://localhost:4321/x', 'http://localhost.example/x']) {
      expect(local.choose(other)).toBe('http://localhost:3000/');
    }
  });
});
