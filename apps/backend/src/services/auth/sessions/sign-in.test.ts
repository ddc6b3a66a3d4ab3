import { hash } from '@node-rs/bcrypt';
import { describe, expect, it } from 'vitest';
import { password, startAuth, newEmail, refusal } from '../fixtures/running-auth.ts';

const auth = await startAuth();

const signIn = (email: string, secret = password, server = auth) =>
  server.ask('/token?grant_type=password', { body: { email, password: secret } });

const wrong = {
  status: 400,
  body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
};

/** Gives each test an address of its own, so that wrong attempts do not add up. */
let addresses = 0;
const useNewAddress = () => auth.from(`10.0.0.${(addresses += 1)}`);

describe('a sign-in', () => {
  it('starts a session of its own, whatever the case of the e-mail', async () => {
    const person = await auth.newPerson();
    const { status, body } = await signIn(person.email.toUpperCase());
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'bearer', user: { id: person.id } });
    expect(body).not.toHaveProperty('weak_password');
    const again = await auth.onAnotherDevice(person);
    expect(again.session.refresh_token).not.toBe(person.session.refresh_token);
    expect(await auth.accepts(again.session.access_token)).toBe(true);
    expect(await auth.accepts(person.session.access_token)).toBe(true);
  });

  it('refuses a longer password with the same first 72 bytes', async () => {
    useNewAddress();
    const secret = 'x'.repeat(72);
    const email = newEmail();
    await auth.client().signUp({ email, password: secret });
    expect((await signIn(email, secret)).status).toBe(200);
    expect(await signIn(email, `${secret}y`)).toMatchObject(wrong);
  });

  it.each(['NFC', 'NFD'] as const)(
    'accepts a password as NFC and as NFD if its hash is of %s',
    async (form) => {
      useNewAddress();
      const secret = 'café à la crème';
      const { email, id } = await auth.newPerson();
      // A hash from before passwords were normalised.
      const old = await hash(secret.normalize(form), { cost: 4 });
      await auth.sql`update auth.users set encrypted_password = ${old} where id = ${id}`;
      expect((await signIn(email, secret.normalize('NFC'))).status).toBe(200);
      expect((await signIn(email, secret.normalize('NFD'))).status).toBe(200);
      expect((await signIn(email, 'cafe a la creme')).status).toBe(400);
    },
  );

  it('accepts a password that was set decomposed, in both forms', async () => {
    useNewAddress();
    const secret = 'ą'.repeat(30);
    const email = newEmail();
    // 90 bytes as sent, and 60 as hashed.
    expect(
      (await auth.client().signUp({ email, password: secret.normalize('NFD') })).error,
    ).toBeNull();
    for (const form of ['NFC', 'NFD'] as const) {
      expect((await signIn(email, secret.normalize(form))).status).toBe(200);
    }
  });

  it('reports a ban only if the password is right', async () => {
    useNewAddress();
    const sql = auth.sql;
    const { email, id } = await auth.newPerson();
    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`;
    expect(await signIn(email, 'a tide of sand')).toMatchObject(wrong);
    expect(await signIn(email)).toMatchObject(refusal(400, 'user_banned'));
    await sql`update auth.users set banned_until = now() where id = ${id}`;
    expect((await signIn(email)).status).toBe(200);
  });

  it('refuses a deleted account, and one without a password', async () => {
    useNewAddress();
    const sql = auth.sql;
    const { email, id } = await auth.newPerson();
    await sql`update auth.users set deleted_at = now() where id = ${id}`;
    expect(await signIn(email)).toMatchObject(wrong);
    await sql`update auth.users set deleted_at = null, encrypted_password = '' where id = ${id}`;
    expect(await signIn(email)).toMatchObject(wrong);
    expect(await signIn(email, '')).toMatchObject(wrong);
  });

  it('reports a password that would now be refused as weak', async () => {
    const { email } = await auth.newPerson();
    const stricter = await auth.startAnother({
      settings: { minimum_password_length: 20 },
    });
    const { data } = await stricter.client().signInWithPassword({ email, password });
    expect(data.weakPassword).toEqual({
      message: 'Password should be at least 20 characters.',
      reasons: ['length'],
    });
  });

  it('refuses unserved grants by name', async () => {
    expect(await auth.ask('/token?grant_type=id_token', { body: {} })).toMatchObject(
      refusal(400, 'feature_disabled', 'grant_type=id_token is not served here'),
    );
    expect(await auth.ask('/token', { body: {} })).toMatchObject(
      refusal(400, 'invalid_credentials', 'unsupported_grant_type'),
    );
  });

  it.each([
    [
      '/token?grant_type=password',
      'Only an email address or phone number should be provided on login.',
    ],
    ['/signup', 'Only an email address or phone number should be provided on signup.'],
    ['/otp', 'Only an email address or phone number should be provided'],
  ])('refuses an e-mail address and a phone number together: %s', async (path, msg) => {
    const body = { email: 'ann@example.com', phone: '15551234', password };
    expect(await auth.ask(path, { body })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg },
    });
  });

  it('is refused where the settings disable e-mail', async () => {
    const { email } = await auth.newPerson();
    const closed = await auth.startAnother({
      settings: { email: { enable_signup: false } },
    });
    const client = closed.client();
    expect((await client.signInWithPassword({ email, password })).error).toMatchObject({
      status: 422,
      code: 'email_provider_disabled',
    });
    expect((await client.resetPasswordForEmail(email)).error).toMatchObject({
      status: 400,
      code: 'email_provider_disabled',
    });
  });
});

describe('guessing of passwords', () => {
  it('is refused at the address that it comes from, whether the account exists or not', async () => {
    const { email } = await auth.newPerson();
    for (const target of [email, newEmail()]) {
      useNewAddress();
      const answers = await Promise.all(
        Array.from({ length: 11 }, async (_, guess) => signIn(target, `guess ${guess}`)),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(1);
      expect(refused[0]?.body).toMatchObject({ error_code: 'over_request_rate_limit' });
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('does not lock out the owner at another address', async () => {
    const { email } = await auth.newPerson();
    useNewAddress();
    for (let guess = 0; guess < 11; guess += 1) await signIn(email, `guess ${guess}`);
    expect((await signIn(email)).status).toBe(429);
    useNewAddress();
    expect((await signIn(email)).status).toBe(200);
  });

  it('is not counted for right passwords', async () => {
    useNewAddress();
    const { email } = await auth.newPerson();
    for (let times = 0; times < 21; times += 1) {
      expect((await signIn(email)).status).toBe(200);
    }
  });
});
