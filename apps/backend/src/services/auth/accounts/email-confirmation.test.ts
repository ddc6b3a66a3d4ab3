import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { codeIn, follow, lastMail, linkIn } from '../fixtures/mailbox.ts';
import { newEmail, password, pkce, refusal, startAuth } from '../fixtures/running-auth.ts';

const settings = {
  site_url: 'https://undertone.example',
  additional_redirect_urls: ['https://*.preview.example/**'],
  email: { enable_confirmations: true },
};

const auth = await startAuth({ settings });

const signUp = async (email: string, data: object = {}, redirectTo = '') =>
  auth.ask(`/signup?redirect_to=${encodeURIComponent(redirectTo)}`, {
    body: { email, password, data },
  });

/** The account without the values that differ between accounts. */
const shape = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shape);
  if (value instanceof Object) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]));
  }
  return typeof value === 'string' && /^[\d-]{10}T|^[0-9a-f-]{36}$/.test(value) ? '…' : value;
};

describe('a sign-up that needs confirmation', () => {
  it('returns the account without a session, and mails a link', async () => {
    const email = newEmail();
    const { status, body } = await signUp(email, { colour: 'teal' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email, user_metadata: { colour: 'teal' }, role: 'authenticated' });
    expect(body).toHaveProperty('confirmation_sent_at');
    expect(body).not.toHaveProperty('email_confirmed_at');
    expect(body).not.toHaveProperty('access_token');
    expect(await lastMail(auth, email)).toContain('Subject: Confirm your e-mail address');
  });

  it('is confirmed by the token of the link, once, and then no longer by the code', async () => {
    const email = newEmail();
    await signUp(email);
    const mail = await lastMail(auth, email);
    const link = linkIn(mail);
    const { status, body } = await follow(auth, link);
    expect(status).toBe(200);
    expect(await auth.accepts(String(body.access_token))).toBe(true);
    expect(body.user).toMatchObject({
      email,
      user_metadata: { email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    });
    await auth.onAnotherDevice({ email });

    expect(await follow(auth, link)).toMatchObject(
      refusal(403, 'otp_expired', 'Email link is invalid or has expired'),
    );
    const code = { email, token: codeIn(mail), type: 'signup' } as const;
    expect((await auth.client().verifyOtp(code)).error).toMatchObject({ code: 'otp_expired' });
  });

  it.each(['GET', 'HEAD'])(
    'is not confirmed by a mail scanner that requests the link with %s, and then by the code',
    async (method) => {
      const email = newEmail();
      await signUp(email);
      const mail = await lastMail(auth, email);
      const link = linkIn(mail);
      // The link of mails that other clients send.
      const query = new URLSearchParams({
        token: link.searchParams.get('token_hash')!,
        type: 'signup',
        redirect_to: 'https://undertone.example/',
      });
      for (let times = 0; times < 3; times += 1) {
        const answer = await auth.ask(`/verify?${query.toString()}`, {
          method,
          headers: { apikey: '' },
        });
        expect(answer.status).toBe(303);
        expect(answer.headers.get('location')).toBe(link.href);
      }
      const code = { email, token: codeIn(mail), type: 'signup' } as const;
      expect((await auth.client().verifyOtp(code)).error).toBeNull();
      expect((await follow(auth, link)).body).toMatchObject({ error_code: 'otp_expired' });
    },
  );

  it('is not confirmed by a wrong code, nor by the right one an hour later', async () => {
    const email = newEmail();
    await signUp(email);
    const right = codeIn(await lastMail(auth, email));
    const other = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    const confirm = (token: string) => auth.client().verifyOtp({ email, token, type: 'signup' });
    expect((await confirm(other)).error).toMatchObject({ code: 'otp_expired' });
    await auth.sql`
      update auth.one_time_tokens set created_at = created_at - interval '61 minutes'
      where relates_to = ${email}`;
    expect((await confirm(right)).error).toMatchObject({ code: 'otp_expired' });
  });

  it('is mailed again on request, and only the newest link works', async () => {
    const email = newEmail();
    await signUp(email);
    const first = linkIn(await lastMail(auth, email));
    // A second service has not counted the first mail.
    const restarted = await auth.startAnother({ secrets: auth.secrets, settings });
    const { error } = await restarted.client().resend({ type: 'signup', email });
    expect(error).toBeNull();
    const second = linkIn(await lastMail(restarted, email));
    expect((await follow(auth, first)).body).toMatchObject({ error_code: 'otp_expired' });
    expect((await follow(auth, second)).status).toBe(200);
  });

  it('has a link that cannot be computed from the address and the code', async () => {
    const email = newEmail();
    await signUp(email);
    const mail = await lastMail(auth, email);
    const hash = linkIn(mail).searchParams.get('token_hash');
    for (const name of ['sha224', 'sha256']) {
      const guess = createHash(name)
        .update(`${email}${codeIn(mail)}`)
        .digest('hex');
      expect(hash).not.toBe(guess);
    }
  });

  it('takes no more codes after ten wrong ones from any addresses, while its link goes on working', async () => {
    const email = newEmail();
    await signUp(email);
    const mail = await lastMail(auth, email);
    const right = codeIn(mail);
    const guesses = Array.from({ length: 11 }, (_, step) =>
      String((Number(right) + step + 1) % 1_000_000).padStart(6, '0'),
    );
    const answers = [];
    for (const [index, token] of guesses.entries()) {
      auth.from(`10.1.0.${index}`);
      const { error } = await auth.client().verifyOtp({ email, token, type: 'signup' });
      answers.push(error?.code);
    }
    expect(answers).toEqual([
      ...Array.from({ length: 10 }, () => 'otp_expired'),
      'over_request_rate_limit',
    ]);
    expect((await follow(auth, linkIn(mail))).status).toBe(200);
  });

  it.each([
    ['', 'https://undertone.example', null],
    ['https://undertone.example/settings?tab=2', 'https://undertone.example', '/settings?tab=2'],
    ['https://pr-7.preview.example/welcome', 'https://pr-7.preview.example', '/welcome'],
    ['https://evil.example/app', 'https://undertone.example', null],
  ])('with redirect_to "%s" has a link to %s and then %s', async (asked, origin, next) => {
    const email = newEmail();
    await signUp(email, {}, asked);
    const link = linkIn(await lastMail(auth, email));
    expect([link.origin, link.searchParams.get('next')]).toEqual([origin, next]);
  });

  it('gets its session in any browser, also with a code challenge', async () => {
    const email = newEmail();
    await auth.ask('/signup', { body: { email, password, ...pkce } });
    expect((await follow(auth, linkIn(await lastMail(auth, email)))).body).toMatchObject({
      user: { email },
    });
  });
});

describe('the existence of an account', () => {
  it('is reported only by mail to its address', async () => {
    const known = newEmail();
    const first = await signUp(known, { colour: 'teal' });
    await follow(auth, linkIn(await lastMail(auth, known)));
    const restarted = await auth.startAnother({ settings });
    const body = { email: known, password, data: { colour: 'teal' } };
    const again = await restarted.ask('/signup', { body });
    expect(again.status).toBe(first.status);
    expect(shape(again.body)).toEqual(shape(first.body));
    expect(again.body.id).not.toBe(first.body.id);
    expect((await restarted.mails()).join()).toContain('Subject: You already have an account');
    const accounts = await auth.sql`select from auth.users where email = ${known}`;
    expect(accounts).toHaveLength(1);
  });

  it('is not revealed by the errors of the project’s triggers', async () => {
    const known = newEmail();
    await signUp(known, { name: 'bo' });
    const restarted = await auth.startAnother({ settings });
    for (const email of [known, newEmail()]) {
      const body = { email, password, data: { name: 'bo' } };
      expect(await restarted.ask('/signup', { body })).toMatchObject({
        status: 409,
        body: { msg: 'This name is taken' },
      });
    }
  });
});
