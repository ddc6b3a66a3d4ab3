import { afterEach, describe, expect, it, vi } from 'vitest';
import { password, startAuth, newEmail, refusal } from '../fixtures/running-auth.ts';

const auth = await startAuth();

afterEach(() => void vi.unstubAllEnvs());

const signUp = (body: object, headers: Record<string, string> = {}) =>
  auth.ask('/signup', { body: { email: newEmail(), password, ...body }, headers });

const accountsOf = async (email: string) =>
  (await auth.sql`select from auth.users where email = ${email}`).length;

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const id = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('a sign-up', () => {
  it('returns a session and the account, as GoTrue does', async () => {
    const email = newEmail();
    const { status, body } = await signUp({ email, data: { colour: 'teal' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: expect.any(Number),
      refresh_token: expect.any(String),
      user: {
        id,
        aud: 'authenticated',
        role: 'authenticated',
        email,
        email_confirmed_at: time,
        phone: '',
        confirmed_at: time,
        last_sign_in_at: time,
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: { colour: 'teal', email_verified: true },
        identities: [
          {
            identity_id: id,
            id,
            user_id: id,
            identity_data: {
              email,
              sub: id,
              colour: 'teal',
              email_verified: false,
              phone_verified: false,
            },
            provider: 'email',
            last_sign_in_at: time,
            created_at: time,
            updated_at: time,
            email,
          },
        ],
        created_at: time,
        updated_at: time,
        is_anonymous: false,
      },
    });
  });

  it('stores the e-mail in lower case, and refuses it a second time', async () => {
    const email = newEmail();
    expect((await signUp({ email: email.toUpperCase() })).status).toBe(200);
    expect(await accountsOf(email)).toBe(1);
    expect(await signUp({ email })).toMatchObject({
      status: 422,
      body: { code: 422, error_code: 'user_already_exists', msg: 'User already registered' },
    });
  });

  it('creates one account when two requests come at once', async () => {
    const email = newEmail();
    const answers = await Promise.all([signUp({ email }), signUp({ email })]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect(await accountsOf(email)).toBe(1);
  });

  it('stores only a bcrypt hash of the password', async () => {
    vi.stubEnv('FULL_PASSWORD_HASHES', '1');
    const email = newEmail();
    const password = 'a tide of salt and glass';
    await signUp({ email, password });
    const [row] = await auth.sql`
      select encrypted_password as hash, to_jsonb(users)::text as row
      from auth.users where email = ${email}`;
    expect(row?.hash).toMatch(/^\$2a\$10\$[./A-Za-z0-9]{53}$/);
    expect(row?.row).not.toContain(password);
  });

  it('is recorded in the audit log', async () => {
    const email = newEmail();
    await signUp({ email });
    const entries = await auth.sql`
      select payload ->> 'action' as action, payload ->> 'log_type' as kind, ip_address
      from auth.audit_log_entries where payload ->> 'actor_username' = ${email}
      order by payload ->> 'action'`;
    expect(entries).toEqual([
      { action: 'login', kind: 'account', ip_address: '127.0.0.1' },
      { action: 'user_signedup', kind: 'team', ip_address: '127.0.0.1' },
    ]);
  });
});

describe('an error of the project’s triggers', () => {
  it('is returned with its own message, and leaves no part of an account', async () => {
    expect((await signUp({ data: { name: 'taken' } })).status).toBe(200);
    const email = newEmail();
    expect(await signUp({ email, data: { name: 'taken' } })).toMatchObject({
      status: 409,
      body: { code: 409, error_code: 'conflict', msg: 'This name is taken' },
    });
    expect(await accountsOf(email)).toBe(0);
    expect((await signUp({ email, data: { name: 'another' } })).status).toBe(200);
  });

  it('refuses one of two sign-ups that ask for the same name at once', async () => {
    const answers = await Promise.all([
      signUp({ data: { name: 'race' } }),
      signUp({ data: { name: 'race' } }),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  it('is returned with the status that the trigger names', async () => {
    expect(await signUp({ data: { name: 'teapot' } })).toMatchObject({
      status: 418,
      body: { msg: 'I am a teapot' },
    });
  });

  it('is not shown when it was not raised on purpose', async () => {
    const email = newEmail();
    expect(await signUp({ email, data: { name: 'broken' } })).toMatchObject(
      refusal(
        500,
        'unexpected_failure',
        'Unexpected failure, please check server logs for more information',
      ),
    );
    expect(await accountsOf(email)).toBe(0);
  });
});

describe('a request to sign up', () => {
  it.each([
    ['no e-mail', { email: null }, 422, 'anonymous_provider_disabled'],
    ['an e-mail that is none', { email: 'ann' }, 400, 'validation_failed'],
    ['an e-mail with a space', { email: 'ann @example.com' }, 400, 'validation_failed'],
    ['an e-mail that is too long', { email: `${'a'.repeat(251)}@b.cc` }, 400, 'validation_failed'],
    ['a phone number', { email: null, phone: '15551234' }, 400, 'phone_provider_disabled'],
    ['no password', { password: '' }, 400, 'validation_failed'],
    ['a password of 73 bytes', { password: 'é'.repeat(36) + 'e' }, 400, 'validation_failed'],
    ['a password that is a number', { password: 12345678 }, 400, 'validation_failed'],
    ['a zero byte', { password: 'a tide\0of glass' }, 400, 'validation_failed'],
    ['a zero byte in its data', { data: { name: 'a\0b' } }, 400, 'validation_failed'],
    ['data that is no object', { data: 'name' }, 400, 'validation_failed'],
    [
      'more data than a token can carry',
      { data: { a: 'x'.repeat(7000) } },
      400,
      'validation_failed',
    ],
    ['more than 64 kB', { data: { a: 'x'.repeat(70_000) } }, 413, 'request_entity_too_large'],
  ])('is refused with %s', async (_what, change, status, code) => {
    expect(await signUp(change)).toMatchObject({
      status,
      body: { code: status, error_code: code },
    });
  });

  it.each([
    ['abcde', 'length', 'Password should be at least 6 characters.'],
    [
      'Password1',
      'pwned',
      'Password is known to be weak and easy to guess, please choose a different one.',
    ],
  ])('is refused with the weak password %s', async (weak, reason, message) => {
    expect((await signUp({ password: weak })).body).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: message,
      weak_password: { reasons: [reason] },
    });
    const { error } = await auth.client().signUp({ email: newEmail(), password: weak });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', message, reasons: [reason] });
  });

  it('is refused with a body that is no JSON', async () => {
    const answer = await fetch(`${auth.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: auth.secrets.publishableKey },
      body: 'email=ann',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: 'bad_json' });
  });

  it('is refused with more than 64 kB and no content-length', async () => {
    const chunk = new TextEncoder().encode(' '.repeat(10_000));
    let left = 8;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if ((left -= 1) < 0) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const answer = await fetch(`${auth.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: auth.secrets.publishableKey },
      body,
      duplex: 'half',
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error_code: 'request_entity_too_large' });
  });

  it('is refused without an api key, or with a wrong one', async () => {
    for (const apikey of ['', 'sb_publishable_other']) {
      expect(await signUp({}, { apikey })).toMatchObject(refusal(401, 'no_authorization'));
    }
  });

  it('is refused where the settings disable sign-ups', async () => {
    const closed = await auth.startAnother({ settings: { enable_signup: false } });
    expect(await closed.ask('/signup', { body: { email: newEmail(), password } })).toMatchObject(
      refusal(422, 'signup_disabled', 'Signups not allowed for this instance'),
    );
    expect((await closed.ask('/settings')).body.disable_signup).toBe(true);
  });

  it('is refused from an address that has created too many accounts, with the time to wait', async () => {
    auth.from('2001:db8:1:2:3::4');
    const answers = await Promise.all(Array.from({ length: 201 }, () => signUp({ email: 'none' })));
    const { status, body, headers } = answers.find((answer) => answer.status === 429)!;
    expect({ status, body }).toMatchObject(
      refusal(429, 'over_request_rate_limit', 'Request rate limit reached'),
    );
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    auth.from('2001:db8:1:2:ffff::');
    expect((await signUp({ email: 'none' })).status).toBe(429);
    auth.from('2001:db8:1:3::4');
    expect((await signUp({ email: 'none' })).status).toBe(400);
    auth.from('127.0.0.1');
  });
});

describe('errors', () => {
  it('have the shape of the requested version of the API', async () => {
    const old = await signUp({ email: 'none' });
    expect(old.body).toEqual({
      code: 400,
      error_code: 'validation_failed',
      msg: 'Unable to validate email address: invalid format',
    });
    expect(old.headers.get('x-supabase-api-version')).toBeNull();
    const named = await signUp({ email: 'none' }, { 'x-supabase-api-version': '2024-01-01' });
    expect(named.body).toEqual({
      code: 'validation_failed',
      message: 'Unable to validate email address: invalid format',
    });
    expect(named.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(named.headers.get('x-sb-error-code')).toBe('validation_failed');
  });
});
