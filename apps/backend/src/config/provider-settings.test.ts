import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readProjectConfig } from './project-config.ts';

/** Reads the enabled providers of a config.toml. */
async function read(toml: string) {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-config-'));
  try {
    await writeFile(join(folder, 'config.toml'), toml);
    return (await readProjectConfig(folder)).auth.external;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const google = `
  [auth.external.google]
  enabled = true
  client_id = "someone"
  secret = "env(GOOGLE_SECRET)"
`;

afterEach(() => void vi.unstubAllEnvs());

describe('the providers in config.toml', () => {
  it('are none by default', async () => {
    expect(await read('')).toEqual({});
  });

  it('take secrets from the environment', async () => {
    vi.stubEnv('GOOGLE_SECRET', 'hush');
    expect(await read(google)).toEqual({
      google: {
        client_id: 'someone',
        secret: 'hush',
        redirect_uri: '',
        url: '',
        skip_nonce_check: false,
        email_optional: false,
      },
    });
  });

  it('may be incomplete while they are not enabled', async () => {
    expect(await read(google.replace('true', 'false'))).toEqual({});
    expect(await read('[auth.external.apple]\nenabled = false\nsecret = "env(NONE)"')).toEqual({});
  });

  it.each([
    ['a variable that is not set', google, 'GOOGLE_SECRET is not set'],
    ['no secret', google.replace('env(GOOGLE_SECRET)', ''), 'auth.external.google.secret'],
    ['no client', google.replace('someone', ''), 'auth.external.google.client_id'],
    ['a wrong address', `${google}redirect_uri = "nowhere"`, 'auth.external.google.redirect_uri'],
    ['another scheme', `${google}url = "file:///etc"`, 'auth.external.google.url'],
    [
      'no issuer',
      google.replace('external.google', 'external.keycloak'),
      'its url, that of the issuer, is missing',
    ],
    ['a name that is not served', google.replace('external.google', 'external.apple'), 'apple'],
  ])('stop the start when one is enabled with %s', async (why, toml, message) => {
    if (!why.startsWith('a variable')) vi.stubEnv('GOOGLE_SECRET', 'hush');
    await expect(read(toml)).rejects.toThrow(ConfigError);
    await expect(read(toml)).rejects.toThrow(message);
  });
});
