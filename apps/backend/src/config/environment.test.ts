import { describe, expect, it } from 'vitest';
import { readConfig } from './environment.ts';

describe('OUTGOING_HOSTS', () => {
  it('are none by default, or those of a list', () => {
    expect([...readConfig({}).outgoingHosts]).toEqual([]);
    const OUTGOING_HOSTS = 'api.example.com, [::1]:8080 hooks.example.com:8443';
    expect([...readConfig({ OUTGOING_HOSTS }).outgoingHosts]).toEqual([
      'api.example.com',
      '[::1]:8080',
      'hooks.example.com:8443',
    ]);
  });

  it.each([
    'https://api.example.com',
    'api.example.com/path',
    '*.example.com/',
    'a@b.example',
    'A.example',
  ])('are refused in one line when they are anything else: %s', (OUTGOING_HOSTS) => {
    expect(() => readConfig({ OUTGOING_HOSTS })).toThrow(/^OUTGOING_HOSTS .+\.$/);
  });
});

describe('PUSH_ORIGINS', () => {
  it('are none by default, or those of a list', () => {
    expect(readConfig({}).pushOrigins).toEqual([]);
    const PUSH_ORIGINS = 'https://push.example.com, http://127.0.0.1:8080';
    expect(readConfig({ PUSH_ORIGINS }).pushOrigins).toEqual([
      'https://push.example.com',
      'http://127.0.0.1:8080',
    ]);
  });

  it.each(['push.example.com', 'https://push.example.com/path', 'https://a@b.example', 'https://'])(
    'are refused in one line when they are anything else: %s',
    (PUSH_ORIGINS) => {
      expect(() => readConfig({ PUSH_ORIGINS })).toThrow(/^PUSH_ORIGINS .+\.$/);
    },
  );
});

describe('DKIM_KEY and DKIM_SELECTOR', () => {
  it('are a file, relative to the folder of the start, and a part of a name in the DNS', () => {
    const env = { DKIM_KEY: 'dkim.pem', DKIM_SELECTOR: 'mail.2026' };
    expect(readConfig(env, '/srv').dkim).toEqual({
      keyFile: '/srv/dkim.pem',
      selector: 'mail.2026',
    });
    expect(readConfig({}).dkim).toBeNull();
  });

  it.each([
    { DKIM_KEY: 'dkim.pem' },
    { DKIM_SELECTOR: 'mail' },
    { DKIM_KEY: 'dkim.pem', DKIM_SELECTOR: 'a; p=' },
  ])('are refused in one line: %j', (env) => {
    expect(() => readConfig(env)).toThrow(/^DKIM_.+\.$/);
  });
});

describe('PUBLIC_URL', () => {
  it.each(['https://site.example', 'https://site.example/', 'http://localhost:3000'])(
    'is the address of a host: %s',
    (PUBLIC_URL) => {
      expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL.replace(/\/$/, ''));
    },
  );

  it.each([
    'https://site.example/voices',
    'https://site.example/?a=b',
    'https://site.example/#top',
    'https://ann:secret@site.example',
    'site.example:3000',
    'ftp://site.example',
    'site',
  ])('is refused in one line when it is anything else: %s', (PUBLIC_URL) => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow(/^PUBLIC_URL .+\.$/);
  });
});
