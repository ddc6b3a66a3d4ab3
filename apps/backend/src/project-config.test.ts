import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readProjectConfig } from './project-config.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-project-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = async (toml: string) => {
  await writeFile(join(folder, 'config.toml'), toml);
  return (await readProjectConfig(folder)).auth;
};

describe('second factors', () => {
  it('are off where nothing is said of them', async () => {
    const off = { enroll_enabled: false, verify_enabled: false };
    expect((await read('')).mfa).toEqual({
      max_enrolled_factors: 10,
      totp: off,
      phone: { ...off, otp_length: 6, template: 'Your code is {{ .Code }}', max_frequency: 5 },
    });
  });

  it.each([
    ['5s', 5],
    ['1m30s', 90],
    ['0.5h', 1800],
    ['250ms', 0.25],
  ])('may be sent every %s, which are %d seconds', async (text, seconds) => {
    const { mfa } = await read(`[auth.mfa.phone]\nmax_frequency = "${text}"`);
    expect(mfa.phone.max_frequency).toBe(seconds);
  });

  it.each(['5', 's', '5 s', '-5s', '1d', ''])('may not be sent every "%s"', async (text) => {
    await expect(read(`[auth.mfa.phone]\nmax_frequency = "${text}"`)).rejects.toThrow(
      `"${text}" is not a duration`,
    );
  });
});

describe('the webhook send_sms', () => {
  const uri = 'https://hooks.example.com/sms';
  const key = 'c2VjcmV0IG9mIHRoZSBwcmVzZW50IGRheSE=';
  const hook = (values: Record<string, string | boolean>) =>
    read(
      `[auth.hook.send_sms]\n${Object.entries({
        enabled: true,
        uri,
        secrets: `v1,whsec_${key}`,
        ...values,
      })
        .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
        .join('\n')}`,
    );

  it('is none where it is not enabled, and then asks for no variable', async () => {
    const { hook: settings } = await hook({ enabled: false, secrets: 'env(UNSET_SECRETS)' });
    expect(settings.send_sms).toBeNull();
  });

  it('takes its secrets from the environment', async () => {
    vi.stubEnv('SMS_SECRETS', `v1,whsec_${key}|v1,whsec_${key.toLowerCase()}`);
    const { hook: settings } = await hook({ secrets: 'env(SMS_SECRETS)' });
    expect(settings.send_sms).toEqual({ uri, secrets: [key, key.toLowerCase()] });
    vi.unstubAllEnvs();
  });

  it.each([
    [{ secrets: 'env(UNSET_SECRETS)' }, 'the environment variable UNSET_SECRETS is not set'],
    [{ secrets: '' }, 'secrets are missing'],
    [{ secrets: key }, 'secrets must look like'],
    [{ uri: 'pg-functions://postgres/auth/send' }, 'PostgreSQL functions are not served'],
    [{ uri: 'http://hooks.example.com/sms' }, 'uri must be https'],
    [{ uri: 'sms' }, 'uri is not a URL'],
  ])('is refused at the start with %j', async (values, why) => {
    await expect(hook(values)).rejects.toThrow(why);
  });

  it('may be called without TLS on this machine', async () => {
    const { hook: settings } = await hook({ uri: 'http://127.0.0.1:9000/sms' });
    expect(settings.send_sms?.uri).toBe('http://127.0.0.1:9000/sms');
  });
});

describe('the API', () => {
  const api = async (toml: string) => {
    await writeFile(join(folder, 'config.toml'), toml);
    return (await readProjectConfig(folder)).api;
  };

  it('has the schemas and the search path that are set, or the defaults of the CLI', async () => {
    expect(await api('')).toMatchObject({
      schemas: ['public'],
      extra_search_path: ['public', 'extensions'],
    });
    expect(
      await api('[api]\nschemas = ["one", "two"]\nextra_search_path = ["shared"]'),
    ).toMatchObject({ schemas: ['one', 'two'], extra_search_path: ['shared'] });
  });

  it('cannot be switched off, and needs a schema', async () => {
    await expect(api('[api]\nenabled = false')).rejects.toThrow('always serves tables over HTTP');
    await expect(api('[api]\nschemas = []')).rejects.toThrow('api.schemas');
  });
});
