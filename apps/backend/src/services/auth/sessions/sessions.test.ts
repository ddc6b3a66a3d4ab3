import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import type { TransactionSql } from '../../../database/sql.ts';
import { whileHolding, startAuth, refusal } from '../fixtures/running-auth.ts';

const auth = await startAuth();

const sessionOf = (accessToken: string) => String(decodeJwt(accessToken).session_id);

const refresh = async (refreshToken: string) => {
  const { status, body } = await auth.ask('/token?grant_type=refresh_token', {
    body: { refresh_token: refreshToken },
  });
  const { access_token: access, refresh_token: next } = body;
  return { ...body, status, access_token: String(access), refresh_token: String(next) };
};

/** Makes a token look as if it had been rotated so many seconds ago. */
const ageRotation = (refreshToken: string, seconds: number) => auth.sql`
  update auth.refresh_tokens set updated_at = now() - make_interval(secs => ${seconds})
  where token = ${refreshToken}`;

describe('a session', () => {
  it('has access tokens with Supabase’s claims', async () => {
    const { session, id, email } = await auth.newPerson({ colour: 'teal' });
    expect(decodeProtectedHeader(session.access_token)).toEqual({
      alg: 'ES256',
      typ: 'JWT',
      kid: auth.secrets.tokenKeys[0]?.kid,
    });
    expect(decodeJwt(session.access_token)).toEqual({
      iss: `${auth.url}/auth/v1`,
      sub: id,
      aud: 'authenticated',
      exp: session.expires_at,
      iat: session.expires_at! - session.expires_in,
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { colour: 'teal', email_verified: true },
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.any(String),
      is_anonymous: false,
    });
  });

  it('is stored with the device and the address that it was started from', async () => {
    const { session } = await auth.newPerson();
    const [row] = await auth.sql`
      select aal, host(ip) as ip, user_agent from auth.sessions
      where id = ${sessionOf(session.access_token)}`;
    expect(row).toEqual({ aal: 'aal1', ip: '127.0.0.1', user_agent: expect.any(String) });
  });
});

describe('a refresh', () => {
  it('issues new tokens of the same session', async () => {
    const person = await auth.newPerson();
    const { data, error } = await person.client.refreshSession(person.session);
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(person.session.refresh_token);
    expect(sessionOf(data.session!.access_token)).toBe(sessionOf(person.session.access_token));
    expect(decodeJwt(data.session!.access_token).amr).toEqual(
      decodeJwt(person.session.access_token).amr,
    );
  });

  it('issues the current token when a used one comes again at once', async () => {
    const { session } = await auth.newPerson();
    const first = await refresh(session.refresh_token);
    const again = await refresh(session.refresh_token);
    expect(again.refresh_token).toBe(first.refresh_token);
    const second = await refresh(first.refresh_token);
    expect(await refresh(session.refresh_token)).toMatchObject({
      status: 200,
      refresh_token: second.refresh_token,
    });
  });

  it('rotates the token once when several tabs refresh at the same time', async () => {
    const { session } = await auth.newPerson();
    const id = sessionOf(session.access_token);
    const lock = async (sql: TransactionSql) =>
      sql`select from auth.sessions where id = ${id} for update`;
    const answers = await whileHolding(auth, lock, 4, () =>
      Promise.all(Array.from({ length: 4 }, () => refresh(session.refresh_token))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
    const rows = await auth.sql`
      select from auth.refresh_tokens where session_id = ${id}`;
    expect(rows).toHaveLength(2);
  });

  it('issues the current token to its parent at any time, as often as it comes, also after a restart', async () => {
    const { session } = await auth.newPerson();
    const first = await refresh(session.refresh_token);
    await ageRotation(session.refresh_token, 30 * 24 * 60 * 60);
    const restarted = await auth.startAnother({ secrets: auth.secrets });
    const body = { refresh_token: session.refresh_token };
    const answers = await Promise.all(
      [auth, restarted].flatMap((server) =>
        Array.from({ length: 10 }, () => server.ask('/token?grant_type=refresh_token', { body })),
      ),
    );
    expect(new Set(answers.map((answer) => answer.body.refresh_token))).toEqual(
      new Set([first.refresh_token]),
    );
    expect(await auth.accepts(String(answers[0]?.body.access_token))).toBe(true);
    expect((await refresh(first.refresh_token)).status).toBe(200);
  });

  it('ends the whole session when a token older than the parent comes again later, and gives its owner the reason', async () => {
    const person = await auth.newPerson();
    const other = await auth.onAnotherDevice(person);
    const next = await refresh((await refresh(person.session.refresh_token)).refresh_token);
    expect(await auth.accepts(next.access_token)).toBe(true);
    await ageRotation(person.session.refresh_token, 11);

    expect(await refresh(person.session.refresh_token)).toMatchObject({
      status: 400,
      code: 400,
      error_code: 'refresh_token_already_used',
      msg: 'Invalid Refresh Token: Already Used',
    });
    expect(await auth.accepts(next.access_token)).toBe(false);
    expect(await refresh(next.refresh_token)).toMatchObject({
      status: 400,
      error_code: 'refresh_token_already_used',
    });
    expect(await auth.accepts(other.session.access_token)).toBe(true);
  });

  it.each([
    [10, 8, 11],
    [60, 50, 61],
  ])(
    'accepts a token older than the parent only within the grace period of %d s',
    async (refresh_token_reuse_interval, within, beyond) => {
      const server = await auth.startAnother({
        secrets: auth.secrets,
        settings: { refresh_token_reuse_interval },
      });
      const { session } = await server.newPerson();
      await refresh((await refresh(session.refresh_token)).refresh_token);
      const again = async () => {
        const body = { refresh_token: session.refresh_token };
        return (await server.ask('/token?grant_type=refresh_token', { body })).status;
      };
      await ageRotation(session.refresh_token, within);
      expect(await again()).toBe(200);
      await ageRotation(session.refresh_token, beyond);
      expect(await again()).toBe(400);
    },
  );

  it('refuses a token that was never issued', async () => {
    expect(await refresh('nothing')).toMatchObject({
      status: 400,
      code: 400,
      error_code: 'refresh_token_not_found',
      msg: 'Invalid Refresh Token: Refresh Token Not Found',
    });
    expect(await refresh('')).toMatchObject({ status: 400, error_code: 'validation_failed' });
  });

  it('refuses a banned account, and a session after its end', async () => {
    const sql = auth.sql;
    const banned = await auth.newPerson();
    await sql`
      update auth.users set banned_until = now() + interval '1 day' where id = ${banned.id}`;
    expect(await refresh(banned.session.refresh_token)).toMatchObject({
      status: 400,
      error_code: 'user_banned',
    });
    const late = await auth.newPerson();
    await sql`update auth.sessions set not_after = now() where user_id = ${late.id}`;
    expect(await refresh(late.session.refresh_token)).toMatchObject({
      status: 400,
      error_code: 'session_expired',
    });
  });
});

describe('a sign-out', () => {
  it.each([
    ['global', 400, 400],
    ['local', 400, 200],
    ['others', 200, 400],
  ] as const)(
    'with scope %s deletes the refresh tokens of these sessions',
    async (scope, own, other) => {
      const here = await auth.newPerson();
      const there = await auth.onAnotherDevice(here);
      const stranger = await auth.newPerson();
      await here.client.signOut({ scope });
      expect((await refresh(here.session.refresh_token)).status).toBe(own);
      expect((await refresh(there.session.refresh_token)).status).toBe(other);
      expect((await refresh(stranger.session.refresh_token)).status).toBe(200);
    },
  );

  it('is refused with an unknown scope', async () => {
    const { session } = await auth.newPerson();
    const { access_token: token } = session;
    expect(await auth.ask('/logout?scope=all', { method: 'POST', token })).toMatchObject(
      refusal(400, 'validation_failed', 'Unsupported logout scope "all"'),
    );
  });
});
