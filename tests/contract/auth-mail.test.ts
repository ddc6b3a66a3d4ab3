import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { codeIn, follow, linkIn, mailTo } from './fixtures/mailbox.ts';
import { join, signIn } from './fixtures/member.ts';
import { visit } from './fixtures/person.ts';
import { openBackend } from './fixtures/server.ts';

const newPassword = 'another horse battery';

const backend = await openBackend();

const newEmail = () => `${randomUUID()}@example.com`;

const recoveryMail = async (email: string, redirectTo: string) => {
  const { error } = await visit(backend).auth.resetPasswordForEmail(email, { redirectTo });
  expect(error).toBeNull();
  return mailTo(backend, email, 'Choose a new password for Undertone');
};

describe('a forgotten password', () => {
  it('is replaced after the mailed link, whose page then opens the requested one', async () => {
    const member = await join(backend);
    const page = 'http://localhost:3000/auth/new-password';
    const link = linkIn(await recoveryMail(member.email, page));
    expect(link).toContain(`${backend.url}/confirm?token_hash=`);
    expect(new URL(link).searchParams.get('next')).toBe(page);
    const client = visit(backend);
    const { data } = await client.auth.verifyOtp({
      token_hash: new URL(link).searchParams.get('token_hash') ?? '',
      type: 'recovery',
    });
    expect(data.user?.email).toBe(member.email);
    expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull();
    await signIn(backend, member, newPassword);
    await expect(signIn(backend, member)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('is replaced with the mailed code, which works once', async () => {
    const { email } = await join(backend);
    const token = codeIn(await recoveryMail(email, ''));
    const verify = () => visit(backend).auth.verifyOtp({ email, token, type: 'recovery' });
    expect((await verify()).data.session?.user.email).toBe(email);
    expect((await verify()).error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  it('gets the same answer for addresses with and without an account', async () => {
    const { email } = await join(backend);
    for (const address of [email, newEmail()]) {
      const ask = () => visit(backend).auth.resetPasswordForEmail(address);
      expect(await ask()).toEqual({ data: {}, error: null });
      expect((await ask()).error).toMatchObject({
        status: 429,
        code: 'over_email_send_rate_limit',
      });
    }
  });
});

describe('an e-mail change', () => {
  it('takes effect when both addresses have confirmed it', async () => {
    const member = await join(backend);
    const email = newEmail();
    const { data } = await member.client.auth.updateUser({ email });
    expect(data.user).toMatchObject({ email: member.email, new_email: email });
    const toNew = await mailTo(backend, email, 'Confirm the new email address');
    const toCurrent = await mailTo(backend, member.email, 'Confirm the new email address');

    const half = await follow(backend, linkIn(toNew));
    expect(half).toMatchObject({ data: { session: null }, error: null });
    await signIn(backend, member);
    const token = codeIn(toCurrent);
    const done = await visit(backend).auth.verifyOtp({
      email: member.email,
      token,
      type: 'email_change',
    });
    expect(done.data.user?.email).toBe(email);
    await signIn(backend, { email });
    await expect(signIn(backend, member)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('is refused for the address of another account', async () => {
    const [member, other] = [await join(backend), await join(backend)];
    const { error } = await member.client.auth.updateUser({ email: other.email });
    expect(error).toMatchObject({ status: 422, code: 'email_exists' });
  });
});

it('a mail has its text as plain text and as HTML, with the link in both', async () => {
  const { email } = await join(backend);
  const mail = await recoveryMail(email, '');
  const link = linkIn(mail);
  expect(mail).toContain('Content-Type: multipart/alternative');
  expect(mail).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  expect(mail.split(codeIn(mail))).toHaveLength(3);
});

it('the code of a reauthentication is mailed to the signed-in account', async () => {
  const { client, email } = await join(backend);
  expect((await client.auth.reauthenticate()).error).toBeNull();
  expect(codeIn(await mailTo(backend, email, 'Your code'))).toMatch(/^\d{6}$/);
});

it('a confirmation is resent only to an unconfirmed address, and never as a text message', async () => {
  const { email } = await join(backend);
  const { auth } = visit(backend);
  expect((await auth.resend({ type: 'signup', email })).error).toBeNull();
  expect((await auth.resend({ type: 'sms', phone: '15551234' })).error).toMatchObject({
    code: 'phone_provider_disabled',
  });
});

describe('a sign-in that is not served', () => {
  const phone = '15551234';

  it.each<[string, () => Promise<{ error: unknown }>, number, string]>([
    ['a mailed link', () => auth().signInWithOtp({ email: 'x@example.com' }), 422, 'otp_disabled'],
    ['a texted code', () => auth().signInWithOtp({ phone }), 400, 'phone_provider_disabled'],
    [
      'a phone number and a password',
      () => auth().signInWithPassword({ phone, password: 'correct horse battery' }),
      422,
      'phone_provider_disabled',
    ],
    [
      'a wrong texted code',
      () => auth().verifyOtp({ phone, token: '123456', type: 'sms' }),
      403,
      'otp_expired',
    ],
    [
      'a wallet',
      () =>
        auth().signInWithWeb3({ chain: 'solana', message: 'I am', signature: new Uint8Array(64) }),
      422,
      'web3_provider_disabled',
    ],
    ['an anonymous account', () => auth().signInAnonymously(), 422, 'anonymous_provider_disabled'],
    ['SAML', () => auth().signInWithSSO({ domain: 'example.com' }), 404, 'saml_provider_disabled'],
  ])('is refused by name: %s', async (_method, ask, status, code) => {
    expect((await ask()).error).toMatchObject({ status, code });
  });

  const auth = () => visit(backend).auth;
});
