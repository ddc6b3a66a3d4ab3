// Attacks on other people's accounts, and on an account whose password the attacker knows.
import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { Authenticator } from '@undertone/test-support/authenticator';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { join, signIn, type Member } from './fixtures/member.ts';
import { postDrop } from './fixtures/post-drop.ts';
import {
  createProjectFolder,
  withConfirmations,
  type ProjectFolder,
} from './fixtures/project-folder.ts';
import { tokenAcceptance, acceptedEverywhere } from './fixtures/token-acceptance.ts';

const password = 'correct horse battery';

// Each request names its own address, so that limits by address do not affect these tests.
const backend = await startBackend({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
afterAll(() => backend.stop());

let addresses = 0;

interface Answer {
  readonly status: number;
  readonly body: string;
  /** Headers by name, without those that differ between any two answers. */
  readonly headers: Record<string, string>;
  /** The time of the answer, in milliseconds. */
  readonly time: number;
}

const passing = new Set(['date', 'x-request-id']);

const ask = async (
  { url, publishableKey }: TestBackend,
  method: string,
  path: string,
  { body, token }: { body?: string; token?: string } = {},
): Promise<Answer> => {
  const from = (addresses += 1);
  const start = performance.now();
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: publishableKey,
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${from >> 8}.${from & 255}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body ?? null,
  });
  const text = await response.text();
  const time = performance.now() - start;
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !passing.has(name)));
  return { status: response.status, body: text, headers, time };
};

const median = (numbers: number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

describe('the existence of an account is not revealed', () => {
  let confirming: TestBackend;
  let project: ProjectFolder;

  beforeAll(async () => {
    project = await createProjectFolder(withConfirmations);
    confirming = await startBackend({
      env: {
        SUPABASE_FOLDER: project.path,
        TRUSTED_PROXIES: '127.0.0.1',
        // The time of an answer is compared.
        FULL_PASSWORD_HASHES: '1',
      },
    });
  });
  afterAll(async () => {
    await confirming?.stop();
    await project?.remove();
  });

  /** An account that was sent no mail, so that no limit on mails reveals the account. */
  const known = async (isConfirmed: boolean): Promise<string> => {
    const email = `${randomUUID()}@example.com`;
    const operator = createClient(confirming.url, confirming.secretKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { error } = await operator.auth.admin.createUser({
      email,
      password,
      email_confirm: isConfirmed,
      user_metadata: { username: `k-${randomUUID().slice(0, 13)}` },
    });
    if (error) throw error;
    return email;
  };
  const unknown = () => `${randomUUID()}@example.com`;

  it.each<[what: string, path: string, body: (email: string) => object]>([
    ['recovery', '/auth/v1/recover', (email) => ({ email })],
    ['a wrong code', '/auth/v1/verify', (email) => ({ email, token: '123456', type: 'recovery' })],
    [
      'a wrong password',
      '/auth/v1/token?grant_type=password',
      (email) => ({ email, password: 'wrong horse battery' }),
    ],
  ])('by the status, headers and body of the response to %s', async (_what, path, bodyOf) => {
    const answer = async (email: string) => {
      const body = JSON.stringify(bodyOf(email));
      const { time: _, ...rest } = await ask(confirming, 'POST', path, { body });
      return rest;
    };
    const expected = await answer(unknown());
    for (const isConfirmed of [true, false]) {
      expect(await answer(await known(isConfirmed))).toEqual(expected);
    }
  });

  it('by the response to a sign-up, which contains nothing of the account', async () => {
    const answer = async (email: string) => {
      const data = { username: `k-${randomUUID().slice(0, 13)}` };
      const body = JSON.stringify({ email, password, data });
      const { status, body: text } = await ask(confirming, 'POST', '/auth/v1/signup', { body });
      const user: Record<string, unknown> = JSON.parse(text);
      return { status, keys: Object.keys(user), user, data };
    };
    const email = await known(true);
    const [first, second] = [await answer(unknown()), await answer(email)];
    expect([second.status, second.keys]).toEqual([first.status, first.keys]);
    const sql = postgres(confirming.databaseUrl, { max: 1 });
    const [account] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
    await sql.end();
    expect(second.user).toMatchObject({ email, user_metadata: second.data });
    expect(second.user.id).not.toBe(account?.id);
  });

  it('by the response time of a wrong password', async () => {
    const emails = [await known(true), unknown()];
    const times = emails.map((): number[] => []);
    for (let round = 0; round < 9; round += 1) {
      for (const [index, email] of emails.entries()) {
        const body = JSON.stringify({ email, password: 'wrong horse battery' });
        const path = '/auth/v1/token?grant_type=password';
        times[index]?.push((await ask(confirming, 'POST', path, { body })).time);
      }
    }
    const [one = 0, other = 0] = times.map(median);
    // Comparing a password takes most of the time: an answer without a comparison would be much faster.
    expect(Math.max(one, other) / Math.min(one, other)).toBeLessThan(3);
  });
});

describe('a session with only the password of an account with a second factor', () => {
  let owner: Member;
  let token: string;

  beforeAll(async () => {
    owner = await join(backend);
    const { mfa } = owner.client.auth;
    const { data } = await mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    const factorId = data!.id;
    const code = new Authenticator(data!.totp.secret).next();
    const { error } = await mfa.challengeAndVerify({ factorId, code });
    if (error) throw error;
    await postDrop({ id: owner.session.user.id, client: owner.client }, { title: 'guarded' });
    token = (await signIn(backend, owner)).session.access_token;
  });

  it.each<[name: string, path: string, body: object]>([
    ['list_sessions', '/rest/v1/rpc/list_sessions', {}],
    ['end_session', '/rest/v1/rpc/end_session', { session_id: randomUUID() }],
    ['delete-account', '/functions/v1/delete-account', {}],
  ])('cannot call %s', async (_name, path, body) => {
    const { status, body: text } = await ask(backend, 'POST', path, {
      token,
      body: JSON.stringify(body),
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).toMatch(/aal2|insufficient_aal/i);
  });

  it.each([
    ['POST', '/rest/v1/rpc/unused_uploads', '{}'],
    ['GET', '/rest/v1/voice_drops?select=id', undefined],
    ['GET', '/rest/v1/profiles?select=username', undefined],
    ['POST', '/storage/v1/object/list/voice-drops', '{"prefix":"avatars"}'],
  ])('reads nothing: %s %s', async (method, path, body) => {
    const { status, body: text } = await ask(backend, method, path, {
      token,
      ...(body === undefined ? {} : { body }),
    });
    expect([status, text]).toEqual([200, '[]']);
  });
});

describe('a field that clients may not set', () => {
  const forbidden = {
    id: randomUUID(),
    aud: 'elsewhere',
    role: 'service_role',
    is_super_admin: true,
    email_confirmed_at: '2001-01-01T00:00:00Z',
    banned_until: null,
    app_metadata: { role: 'admin' },
    raw_app_meta_data: { role: 'admin' },
    factors: [],
    identities: [],
  };

  it('is not set at sign-up', async () => {
    const email = `${randomUUID()}@example.com`;
    const data = { username: `f-${randomUUID().slice(0, 13)}` };
    const body = JSON.stringify({ ...forbidden, email, password, data });
    const { status, body: text } = await ask(backend, 'POST', '/auth/v1/signup', { body });
    expect(status).toBe(200);
    const { access_token: token, user } = JSON.parse(text);
    expect(user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(user.app_metadata).not.toHaveProperty('role');
    expect(user.id).not.toBe(forbidden.id);
    expect(await tokenAcceptance(backend, token)).toEqual(acceptedEverywhere);
  });

  it.each(Object.entries(forbidden))('is not set by an update: %s', async (field, value) => {
    const { client, session } = await join(backend);
    const before = (await client.auth.getUser()).data.user;
    const body = JSON.stringify({ [field]: value });
    await ask(backend, 'PUT', '/auth/v1/user', { token: session.access_token, body });
    const { updated_at: _, ...after } = (await client.auth.getUser()).data.user ?? {};
    expect(before).toMatchObject(after);
  });

  it('is not set through keys such as __proto__', async () => {
    const email = `${randomUUID()}@example.com`;
    const username = `f-${randomUUID().slice(0, 13)}`;
    const body = `{"email":"${email}","password":"${password}","__proto__":{"role":"service_role"},
      "data":{"username":"${username}","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}}`;
    expect((await ask(backend, 'POST', '/auth/v1/signup', { body })).status).toBe(200);
    // The keys must not have reached Object.prototype, and so another account.
    const { session } = await join(backend);
    expect(session.user).not.toHaveProperty('isAdmin');
    expect(session.user.role).toBe('authenticated');
    expect(session.user.user_metadata).not.toHaveProperty('isAdmin');
  });

  it.each([
    ['POST', '/auth/v1/token?grant_type=__proto__'],
    ['POST', '/auth/v1/token?grant_type=constructor'],
    ['GET', '/auth/v1/authorize?provider=__proto__'],
    ['GET', '/auth/v1/authorize?provider=constructor'],
    ['POST', '/auth/v1/logout?scope=__proto__'],
  ])('name nothing: %s %s', async (method, path) => {
    const { session } = await join(backend);
    const body = method === 'POST' ? { body: '{}' } : {};
    const { status } = await ask(backend, method, path, { token: session.access_token, ...body });
    expect(status).toBe(400);
  });
});

describe('malformed texts', () => {
  const bits = [
    '\u0000',
    'a\u0000b@example.com',
    '\ud800@example.com',
    'x'.repeat(10_000),
    '\u202e',
  ];

  it.each(
    bits.map((bit) => JSON.stringify(bit).slice(0, 40)).map((name, at) => [name, at] as const),
  )('are refused by every endpoint: %s', async (_name, at) => {
    const bit = bits[at] ?? '';
    const { session } = await join(backend);
    const token = session.access_token;
    const requests: [string, string, object][] = [
      ['POST', '/auth/v1/signup', { email: bit, password }],
      ['POST', '/auth/v1/token?grant_type=password', { email: bit, password: bit }],
      ['POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: bit }],
      ['POST', '/auth/v1/token?grant_type=pkce', { auth_code: bit, code_verifier: bit }],
      ['POST', '/auth/v1/recover', { email: bit }],
      ['POST', '/auth/v1/resend', { type: 'signup', email: bit }],
      ['POST', '/auth/v1/verify', { type: 'recovery', email: bit, token: bit }],
      ['POST', '/auth/v1/verify', { type: 'recovery', token_hash: bit }],
      ['PUT', '/auth/v1/user', { email: bit }],
      ['POST', `/auth/v1/factors/${randomUUID()}/verify`, { challenge_id: bit, code: bit }],
      ['POST', '/functions/v1/voice-transform', { audioData: bit, filterId: bit }],
    ];
    for (const [method, path, body] of requests) {
      const answer = await ask(backend, method, path, { token, body: JSON.stringify(body) });
      expect([path, answer.status]).toEqual([
        path,
        expect.toSatisfy((s: number) => s >= 400 && s < 500),
      ]);
    }
    for (const data of [{ [bit]: 1 }, { name: bit }, { username: bit }]) {
      const answer = await ask(backend, 'PUT', '/auth/v1/user', {
        token,
        body: JSON.stringify({ data }),
      });
      expect(answer.status).toBeLessThan(500);
    }
  });
});
