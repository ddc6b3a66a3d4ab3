import { describe, expect, it } from 'vitest';
import { codeIn, follow, lastMail, linkIn } from '../fixtures/mailbox.ts';
import { password, startAuth, newEmail, refusal } from '../fixtures/running-auth.ts';

const newPassword = 'a harbour at night';

const auth = await startAuth({ settings: { site_url: 'https://undertone.example' } });

const recover = (email: string) => auth.client().resetPasswordForEmail(email);

describe('a forgotten password', () => {
  it('is replaced after the mailed link, which works once', async () => {
    const { email, id } = await auth.newPerson();
    expect(await recover(email.toUpperCase())).toEqual({ data: {}, error: null });
    const mail = await lastMail(auth, email);
    expect(mail).toContain('Subject: Choose a new password');
    const link = linkIn(mail);
    expect(link.origin).toBe('https://undertone.example');
    const client = auth.client();
    const { error } = await client.verifyOtp({
      token_hash: link.searchParams.get('token_hash')!,
      type: 'recovery',
    });
    expect(error).toBeNull();
    expect((await client.updateUser({ password: newPassword })).error).toBeNull();
    await auth.onAnotherDevice({ email }, newPassword);
    expect(await auth.auditActionsOf(id)).toEqual(
      expect.arrayContaining(['user_recovery_requested', 'login', 'user_updated_password']),
    );
    expect((await follow(auth, linkIn(mail))).body).toMatchObject({ error_code: 'otp_expired' });
  });

  it('is replaced with the mailed code, which also verifies the address', async () => {
    const { email } = await auth.newPerson();
    await recover(email);
    const token = codeIn(await lastMail(auth, email));
    const asSignUp = await auth.client().verifyOtp({ email, token, type: 'signup' });
    expect(asSignUp.error).toMatchObject({ code: 'otp_expired' });
    const { data, error } = await auth.client().verifyOtp({ email, token, type: 'recovery' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      identities: [{ identity_data: { email_verified: true } }],
    });
  });

  it.each([`now() + interval '1 hour'`, `'infinity'`])(
    'is not replaced by an account that is banned until %s',
    async (until) => {
      const { email, id } = await auth.newPerson();
      await recover(email);
      const link = linkIn(await lastMail(auth, email));
      await auth.sql.unsafe(`update auth.users set banned_until = ${until} where id = $1`, [id]);
      expect((await follow(auth, link)).body).toMatchObject({ error_code: 'user_banned' });
    },
  );

  it('confirms an unconfirmed address', async () => {
    const strict = await auth.startAnother({
      secrets: auth.secrets,
      settings: { email: { enable_confirmations: true } },
    });
    const email = newEmail();
    await strict.client().signUp({ email, password });
    await strict.client().resetPasswordForEmail(email);
    const token = codeIn(await lastMail(strict, email));
    await strict.client().verifyOtp({ email, token, type: 'recovery' });
    expect((await strict.onAnotherDevice({ email })).email).toBe(email);
  });
});

describe('a request for recovery', () => {
  it('does not reveal whether the account exists', async () => {
    const known = (await auth.newPerson()).email;
    const unknown = newEmail();
    for (const email of [known, unknown]) {
      expect(await auth.ask('/recover', { body: { email } })).toMatchObject({
        status: 200,
        body: {},
      });
      const again = await auth.ask('/recover', { body: { email } });
      expect(again).toMatchObject(refusal(429, 'over_email_send_rate_limit'));
      expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await auth.mails()).join()).not.toContain(unknown);
  });

  it('is limited by address', async () => {
    auth.from('10.2.0.1');
    const answers = await Promise.all(
      Array.from({ length: 31 }, async () => auth.ask('/recover', { body: { email: newEmail() } })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.body.error_code).toBe('over_request_rate_limit');
    auth.from('127.0.0.1');
  });

  it('requires an e-mail address', async () => {
    expect(await auth.ask('/recover', { body: {} })).toMatchObject(
      refusal(400, 'validation_failed', 'Password recovery requires an email'),
    );
    expect(await auth.ask('/recover', { body: { email: 'bo' } })).toMatchObject({ status: 400 });
  });
});

describe('a body of /verify', () => {
  it.each([
    [{ type: 'recovery', token: '1' }, 'validation_failed'],
    [{ type: 'sms', token: '1', phone: 'five' }, 'validation_failed'],
    [{ type: 'sms', token_hash: '2' }, 'validation_failed'],
    [{ type: 'reauthentication', token: '1', email: 'bo@example.com' }, 'validation_failed'],
    [{ type: 'recovery', token: '1', token_hash: '2' }, 'validation_failed'],
    [{ type: 'recovery' }, 'validation_failed'],
    [{ token_hash: '2' }, 'validation_failed'],
    [{ type: '__proto__', token_hash: '2' }, 'validation_failed'],
  ])('is refused: %j', async (body, code) => {
    expect(await auth.ask('/verify', { body })).toMatchObject(refusal(400, code));
  });
});

it.each([
  { type: 'sms', token: '123456', phone: '+1 555 1234' },
  { type: 'phone_change', token: '123456', phone: '15551234' },
  { type: 'sms', token: '123456', email: 'bo@example.com' },
])('a code for a phone (%j) is answered like a wrong one', async (body) => {
  expect(await auth.ask('/verify', { body })).toMatchObject(
    refusal(403, 'otp_expired', 'Token has expired or is invalid'),
  );
});

describe('a request to mail again', () => {
  it.each([
    [{}, 'Missing one of these types: signup, email_change, sms, phone_change'],
    [{ type: 'signup' }, 'Type provided requires an email address'],
    [{ type: 'sms' }, 'Type provided requires a phone number'],
    [{ type: 'sms', phone: '1555' }, 'Phone logins are disabled'],
    [{ type: 'email_change' }, 'Missing email address or phone number'],
  ])('is refused with GoTrue’s message: %j', async (body, msg) => {
    expect(await auth.ask('/resend', { body })).toMatchObject({ status: 400, body: { msg } });
  });

  it('mails nothing if there is nothing to confirm, with the same response', async () => {
    const { email } = await auth.newPerson();
    for (const type of ['signup', 'email_change'] as const) {
      expect((await auth.client().resend({ type, email })).error).toBeNull();
    }
    expect((await auth.mails()).join()).not.toContain(email);
  });
});
