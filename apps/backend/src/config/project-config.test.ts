import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readProjectConfig } from './project-config.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-project-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const readAll = async (toml: string) => {
  await writeFile(join(folder, 'config.toml'), toml);
  return readProjectConfig(folder);
};
const read = async (toml: string) => (await readAll(toml)).auth;

describe('second factors', () => {
  it('are off where the config does not mention them', async () => {
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

  it('is absent where it is not enabled, and then needs no environment variable', async () => {
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

describe('settings that are not served', () => {
  it('do not occur in the shipped config', async () => {
    const shipped = await readProjectConfig(join(import.meta.dirname, '../../../../supabase'));
    expect(shipped.ignored).toEqual([]);
  });

  it('are named key by key, misspelt ones too', async () => {
    const { ignored } = await readAll(`
      [auth]
      enable_sign_up = true
      jwt_issuer = "https://undertone.example"
      [auth.email.smtp]
      host = "smtp.example"
      [auth.hook.send_sms]
      timeout = "5s"
      [storage.s3_protocol]
      enabled = true
      [functions.qr-code]
      import_map = "./deno.json"
      [edge_runtime.secrets]
      KEY = "env(KEY)"`);
    expect(ignored).toEqual([
      'auth.email.smtp.host',
      'auth.hook.send_sms.timeout',
      'auth.enable_sign_up',
      'auth.jwt_issuer',
      'storage.s3_protocol.enabled',
      'edge_runtime.secrets.KEY',
      'functions.qr-code.import_map',
    ]);
  });

  it('are not named where they ask for nothing, or are for the CLI\u2019s own tools', async () => {
    const { ignored } = await readAll(`
      project_id = "undertone"
      [studio]
      port = 54323
      [inbucket]
      enabled = true
      [db]
      major_version = 17
      [db.pooler]
      enabled = false
      [auth]
      enabled = true
      enable_anonymous_sign_ins = false
      enable_refresh_token_rotation = true
      password_requirements = ""
      [auth.captcha]
      enabled = false
      provider = "hcaptcha"
      secret = "env(CAPTCHA_SECRET)"
      [auth.email]
      max_frequency = "1s"
      [auth.sms.twilio]
      enabled = false
      account_sid = ""
      [auth.third_party.auth0]
      enabled = false
      [auth.sessions]
      timebox = "0s"
      [remotes.staging]
      project_id = "abc"`);
    expect(ignored).toEqual([]);
  });

  it.each([
    ['auth.captcha.enabled', '[auth.captcha]\nenabled = true\nprovider = "turnstile"'],
    ['auth.password_requirements', '[auth]\npassword_requirements = "letters_digits"'],
    ['auth.enable_anonymous_sign_ins', '[auth]\nenable_anonymous_sign_ins = true'],
    ['auth.enable_refresh_token_rotation', '[auth]\nenable_refresh_token_rotation = false'],
    ['auth.sessions.timebox', '[auth.sessions]\ntimebox = "24h"'],
    ['auth.sessions.inactivity_timeout', '[auth.sessions]\ninactivity_timeout = "8h"'],
    ['auth.hook.custom_access_token.enabled', '[auth.hook.custom_access_token]\nenabled = true'],
    ['auth.rate_limit.sign_in_sign_ups', '[auth.rate_limit]\nsign_in_sign_ups = 5'],
    ['auth.email.max_frequency', '[auth.email]\nmax_frequency = "5m"'],
    ['db.network_restrictions.enabled', '[db.network_restrictions]\nenabled = true'],
    ['db.ssl_enforcement.enabled', '[db.ssl_enforcement]\nenabled = true'],
    ['db.migrations.enabled', '[db.migrations]\nenabled = false'],
    ['realtime.enabled', '[realtime]\nenabled = false'],
    ['storage.enabled', '[storage]\nenabled = false'],
    ['api.auto_expose_new_tables', '[api]\nauto_expose_new_tables = false'],
  ])('stop the start where ignoring them would be unsafe: %s', async (key, toml) => {
    const failure = readAll(toml);
    await expect(failure).rejects.toThrow(ConfigError);
    await expect(failure).rejects.toThrow(`${key} = `);
  });

  it('are all named at once when they stop the start', async () => {
    const failure = readAll('[auth]\npassword_requirements = "x"\n[auth.captcha]\nenabled = true');
    await expect(failure).rejects.toThrow('auth.captcha.enabled = true: no captchas are asked for');
    await expect(failure).rejects.toThrow('auth.password_requirements = "x": ');
  });

  it('are refused with line and column if they are not TOML', async () => {
    await expect(readAll('[auth\n')).rejects.toThrow(ConfigError);
  });
});

describe('the texts of mails', () => {
  const recovery = '[auth.email.template.recovery]\nsubject = "Recover"\n';

  it('are read from files beside the folder, and those of notifications from the folder', async () => {
    const name = basename(folder);
    await writeFile(join(folder, 'mail.html'), '<p>');
    const { mailTexts } = await read(
      `${recovery}content_path = "./${name}/mail.html"
      [auth.email.template.invite]
      subject = "Come"
      [auth.email.notification.password_changed]
      enabled = true
      content_path = "./mail.html"
      [auth.email.notification.email_changed]
      content_path = "./missing.html"`,
    );
    const section = (kind: string) => `auth.email.${kind}`;
    expect(mailTexts).toEqual({
      recovery: { subject: 'Recover', content: '<p>', section: section('template.recovery') },
      invite: { subject: 'Come', content: null, section: section('template.invite') },
      password_changed: {
        subject: null,
        content: '<p>',
        section: section('notification.password_changed'),
      },
    });
  });

  it('are missed in one sentence that names the setting and the file', async () => {
    await expect(read(`${recovery}content_path = "./nowhere.html"`)).rejects.toThrow(
      `auth.email.template.recovery.content_path in config.toml: ${join(dirname(folder), 'nowhere.html')} does not exist.`,
    );
  });

  it('are refused outside of a file', async () => {
    await expect(read(`${recovery}content = "<p>"`)).rejects.toThrow(
      'auth.email.template.recovery.content = "<p>": name a file by content_path instead',
    );
  });
});

describe('the settings of the API', () => {
  const api = async (toml: string) => {
    await writeFile(join(folder, 'config.toml'), toml);
    return (await readProjectConfig(folder)).api;
  };

  it('give the configured schemas and search path, or the CLI’s defaults', async () => {
    expect(await api('')).toMatchObject({
      schemas: ['public'],
      extra_search_path: ['public', 'extensions'],
    });
    expect(
      await api('[api]\nschemas = ["one", "two"]\nextra_search_path = ["shared"]'),
    ).toMatchObject({ schemas: ['one', 'two'], extra_search_path: ['shared'] });
  });

  it('are refused when they switch the API off or name no schema', async () => {
    await expect(api('[api]\nenabled = false')).rejects.toThrow('always serves tables over HTTP');
    await expect(api('[api]\nschemas = []')).rejects.toThrow('api.schemas');
  });
});
