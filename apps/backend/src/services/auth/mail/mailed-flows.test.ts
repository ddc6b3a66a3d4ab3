import { describe, expect, it } from 'vitest';
import { follow, lastMail, linkIn } from '../fixtures/mailbox.ts';
import {
  password,
  pkce,
  startAuth,
  verifier,
  newEmail,
  refusal,
} from '../fixtures/running-auth.ts';

const auth = await startAuth({ settings: { email: { enable_confirmations: true } } });

const exchange = (code: string | null) =>
  auth.ask('/token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } });

/** Follows the mailed link, and exchanges the code of its redirect. */
const enter = async (email: string) => {
  const { target, values } = await follow(auth, linkIn(await lastMail(auth, email)));
  expect(values).not.toHaveProperty('access_token');
  return exchange(target.searchParams.get('code'));
};

const signUp = async () => {
  const email = newEmail();
  await auth.ask('/signup', { body: { email, password, ...pkce } });
  return { email, entered: await enter(email) };
};

describe('a mailed link that was requested with a code challenge', () => {
  it('confirms a sign-up, and gives the session to the client that signed up', async () => {
    const { email, entered } = await signUp();
    expect(entered).toMatchObject({ status: 200, body: { user: { email } } });
  });

  it('works for recovery, resending and a change of e-mail alike', async () => {
    const { email, entered } = await signUp();
    await auth.ask('/recover', { body: { email, ...pkce } });
    expect((await enter(email)).status).toBe(200);

    const token = String(entered.body.access_token);
    const next = newEmail();
    await auth.ask('/user', { method: 'PUT', token, body: { email: next, ...pkce } });
    const half = await follow(auth, linkIn(await lastMail(auth, email)));
    expect(half.target.searchParams.get('message')).toMatch(/^Confirmation link accepted/);
    expect(half.target.searchParams.has('code')).toBe(false);
    expect(await enter(next)).toMatchObject({ status: 200, body: { user: { email: next } } });

    const other = newEmail();
    const elsewhere = await auth.startAnother({
      secrets: auth.secrets,
      settings: { email: { enable_confirmations: true } },
    });
    await elsewhere.ask('/signup', { body: { email: other, password } });
    await auth.ask('/resend', { body: { type: 'signup', email: other, ...pkce } });
    expect((await enter(other)).status).toBe(200);
  });

  it('gives a code that is not accepted after a change of password', async () => {
    const { email, entered } = await signUp();
    await auth.ask('/recover', { body: { email, ...pkce } });
    const { target } = await follow(auth, linkIn(await lastMail(auth, email)));
    const token = String(entered.body.access_token);
    const body = { password: 'a harbour at night' };
    expect((await auth.ask('/user', { method: 'PUT', token, body })).status).toBe(200);
    expect(await exchange(target.searchParams.get('code'))).toMatchObject(
      refusal(404, 'flow_state_not_found'),
    );
  });

  it('redirects with an error in the query too', async () => {
    const { email } = await signUp();
    await auth.ask('/recover', { body: { email, ...pkce } });
    const link = linkIn(await lastMail(auth, email));
    await follow(auth, link);
    const { target, values } = await follow(auth, link);
    expect(target.searchParams.get('error_code')).toBe('otp_expired');
    expect(values).toMatchObject({ error_code: 'otp_expired' });
  });

  it.each(['/recover', '/resend', '/signup'])(
    'is refused by %s with half a challenge',
    async (path) => {
      const body = { type: 'signup', email: 'bo@example.com', password, code_challenge: 'x' };
      expect(await auth.ask(path, { body })).toMatchObject(refusal(400, 'validation_failed'));
    },
  );
});
