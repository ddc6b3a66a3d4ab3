import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  accountIn,
  Browser,
  newProviderPerson,
  newProviderPersonWith,
  startAuthWithAndWithoutConfirmation,
} from '../fixtures/provider-sign-in.ts';

/** Sign-ups to `auth` need no confirmation, those to `confirming` one by mail. */
const { provider, auth, browser, confirming, confirmingBrowser } =
  await startAuthWithAndWithoutConfirmation();

describe('a new person', () => {
  it('gets an account with the provider’s claims, and no password', async () => {
    const person = { ...newProviderPerson(), email: 'Mixed.Case@Example.com', department: 'sound' };
    const user = await accountIn(await browser.signIn(person), auth);
    const said = {
      sub: person.sub,
      iss: provider.issuer,
      provider_id: person.sub,
      email: 'mixed.case@example.com',
      email_verified: true,
      phone_verified: false,
      custom_claims: { department: 'sound' },
    };
    expect(user).toMatchObject({
      email: 'mixed.case@example.com',
      email_confirmed_at: expect.any(String),
      last_sign_in_at: expect.any(String),
      role: 'authenticated',
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: said,
      identities: [{ provider: 'keycloak', id: person.sub, identity_data: said }],
    });
    expect(await auth.acceptsPassword('mixed.case@example.com')).toBe(false);
    expect(await auth.auditActionsOf(user.id)).toEqual(['user_signedup']);
  });

  it('starts a session at aal1 by the method oauth', async () => {
    const { access_token: token } = await browser.signIn(newProviderPerson());
    expect(decodeJwt(token!)).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
  });

  it('gets no username from the provider’s claims', async () => {
    const person = { ...newProviderPerson(), username: 'admin', preferred_username: 'root' };
    const user = await accountIn(await browser.signIn(person), auth);
    expect(user.user_metadata).not.toHaveProperty('username');
    expect(user.user_metadata).not.toHaveProperty('preferred_username');
  });

  it('gets the project’s message when its triggers refuse the account', async () => {
    const [first, second] = [newProviderPerson(), newProviderPerson()];
    const name = first.sub;
    await accountIn(await browser.signIn({ ...first, name }), auth);
    expect(await browser.signIn({ ...second, name })).toMatchObject({
      error_code: 'conflict',
      error_description: 'This name is taken',
    });
  });

  it('gets an account without the claims that are too long', async () => {
    const person = { ...newProviderPerson(), name: 'n'.repeat(501), story: 's'.repeat(2001) };
    const user = await accountIn(await browser.signIn(person), auth);
    expect(user.user_metadata).not.toHaveProperty('name');
    expect(user.user_metadata).not.toHaveProperty('custom_claims');
  });

  it('is refused where sign-ups are disabled', async () => {
    const closed = await auth.startAnother({
      settings: { enable_signup: false, external: { keycloak: provider.settings } },
    });
    const known = newProviderPerson();
    await browser.signIn(known);
    const closedBrowser = new Browser(closed, provider);
    expect(await closedBrowser.signIn(newProviderPerson())).toMatchObject({
      error: 'access_denied',
      error_code: 'signup_disabled',
    });
    expect(await closedBrowser.signIn(known)).toHaveProperty('access_token');
  });

  it('cannot sign in without an e-mail, unless the settings allow that', async () => {
    const open = await auth.startAnother({
      settings: { external: { keycloak: { ...provider.settings, email_optional: true } } },
      secrets: auth.secrets,
      publicUrl: auth.url,
    });
    const { sub } = newProviderPerson();
    expect(await browser.signIn({ sub })).toMatchObject({
      error_description: 'Error getting user email from external provider',
    });
    const [first, again] = [
      await accountIn(await new Browser(open, provider).signIn({ sub }), auth),
      await accountIn(await new Browser(open, provider).signIn({ sub }), auth),
    ];
    expect(first).toMatchObject({ id: again.id, email: '' });
  });

  it.each(['nonsense', `${'a'.repeat(250)}@example.com`, 'a@b c.example'])(
    'is refused with an invalid e-mail: %s',
    async (email) => {
      expect(await browser.signIn({ ...newProviderPerson(), email })).toMatchObject({
        error: 'invalid_request',
        error_code: 'validation_failed',
      });
    },
  );
});

describe('a person who has an account', () => {
  it('signs in to the same account, with the provider’s current claims', async () => {
    const person = newProviderPerson();
    const before = await accountIn(await browser.signIn({ ...person, name: person.sub }), auth);
    const after = await accountIn(await browser.signIn({ ...person, name: 'Someone Else' }), auth);
    expect(after.id).toBe(before.id);
    expect(after.user_metadata).toMatchObject({ name: 'Someone Else' });
    expect(await auth.auditActionsOf(after.id)).toEqual(['user_signedup', 'login']);
  });

  it('is recognised by the provider’s subject, not by the e-mail', async () => {
    const [person, other] = [newProviderPerson(), newProviderPerson()];
    const [mine, theirs] = [
      await accountIn(await browser.signIn(person), auth),
      await accountIn(await browser.signIn(other), auth),
    ];
    const moved = await accountIn(await browser.signIn({ ...person, email: other.email }), auth);
    expect(moved).toMatchObject({ id: mine.id, email: person.email });
    expect(moved.id).not.toBe(theirs.id);
  });

  it('cannot sign in while the account is banned', async () => {
    const person = newProviderPerson();
    const { id } = await accountIn(await browser.signIn(person), auth);
    await auth.sql`
      update auth.users set banned_until = now() + interval '1 hour' where id = ${String(id)}`;
    expect(await browser.signIn(person)).toMatchObject({
      error: 'access_denied',
      error_code: 'user_banned',
    });
  });
});

describe('an address that the provider has not verified', () => {
  it('is confirmed by mail before its owner can sign in', async () => {
    const person = newProviderPersonWith(newProviderPerson().email, false);
    expect(await confirmingBrowser.signIn(person)).toMatchObject({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
      error_description:
        'Unverified email with keycloak. A confirmation email has been sent to your keycloak email',
    });
    const mail = (await confirming.mails()).at(-1)!;
    expect(mail).toContain(`To: ${person.email}`);
    const code = /code: (\d{6})/.exec(mail)![1];
    const verified = await confirming.ask('/verify', {
      body: { type: 'signup', email: person.email, token: code },
    });
    expect(verified.status).toBe(200);
    const user = await accountIn(await confirmingBrowser.signIn(person), auth);
    expect(user).toMatchObject({ email: person.email, app_metadata: { provider: 'keycloak' } });
    // The address is verified, so another identity with it may be linked.
    expect(
      await accountIn(await browser.signIn(newProviderPersonWith(person.email)), auth),
    ).toMatchObject({
      id: user.id,
      identities: [{ id: person.sub }, { provider: 'keycloak' }],
    });
  });

  it('is accepted for a new account where sign-ups need no confirmation', async () => {
    const person = newProviderPersonWith(newProviderPerson().email, false);
    const user = await accountIn(await browser.signIn(person), auth);
    expect(user).toMatchObject({ email: person.email, identities: [{ id: person.sub }] });
    // The address is not verified, so the person who verifies it gets the account.
    const owner = await accountIn(await browser.signIn(newProviderPersonWith(person.email)), auth);
    expect(owner.id).toBe(user.id);
    expect(owner.identities).toHaveLength(1);
  });
});

it('two callbacks of a new person at once create one account', async () => {
  const person = newProviderPerson();
  const answers = await Promise.all([1, 2, 3].map(() => browser.signIn(person)));
  const users = await Promise.all(answers.map((fragment) => accountIn(fragment, auth)));
  expect(new Set(users.map(({ id }) => id)).size).toBe(1);
});

it('a callback of a known identity locks the account before the identity, as a callback that links does', async () => {
  const person = newProviderPerson();
  const account = await accountIn(await browser.signIn(person), auth);
  const id = String(account.id);
  const { sql: admin } = auth;
  let again: ReturnType<Browser['signIn']> | undefined;
  await admin.begin(async (sql) => {
    await sql`select from auth.users where id = ${id} for update`;
    again = browser.signIn(person);
    await expect
      .poll(() => admin`select from pg_stat_activity where wait_event_type = 'Lock'`)
      .toHaveLength(1);
    await sql`select from auth.identities where user_id = ${id} for update nowait`;
  });
  expect(await again).toHaveProperty('access_token');
});
