import { describe, expect, it } from 'vitest';
import {
  accountIn,
  newProviderPerson,
  newProviderPersonWith,
  startAuthWithAndWithoutConfirmation,
} from '../fixtures/provider-sign-in.ts';
import { password } from '../fixtures/running-auth.ts';

/** Sign-ups to `auth` need no confirmation, those to `confirming` one by mail. */
const { auth, browser, confirming, confirmingBrowser } =
  await startAuthWithAndWithoutConfirmation();

/** Creates an account with a password and a confirmed address. */
const newMember = async () => {
  const person = await auth.newPerson({ colour: 'teal' });
  await auth.sql`
    update auth.identities set identity_data = identity_data || '{"email_verified": true}'
    where user_id = ${person.id}`;
  return person;
};

describe('an account that has verified its address', () => {
  it('gets the identity of a provider that has verified it too, and keeps its password, data and sessions', async () => {
    const member = await newMember();
    const user = await accountIn(await browser.signIn(newProviderPersonWith(member.email)), auth);
    expect(user).toMatchObject({
      id: member.id,
      app_metadata: { provider: 'email', providers: ['email', 'keycloak'] },
      user_metadata: { colour: 'teal' },
    });
    expect(await auth.acceptsPassword(member.email)).toBe(true);
    expect(await auth.accepts(member.session.access_token)).toBe(true);
    expect(await auth.auditActionsOf(member.id)).toEqual(
      expect.arrayContaining(['identity_linked', 'login']),
    );
  });

  it('does not get the identity of a provider that has not verified the address', async () => {
    const member = await newMember();
    const person = newProviderPersonWith(member.email, false);
    for (const each of [browser, confirmingBrowser]) {
      expect(await each.signIn(person)).toMatchObject({
        error: 'access_denied',
        error_code: 'provider_email_needs_verification',
        error_description:
          'Unverified email with keycloak. Verify the email with keycloak in order to sign in',
      });
    }
    expect(
      (await accountIn({ access_token: member.session.access_token }, auth)).identities,
    ).toHaveLength(1);
  });

  it.each(['true', 1, null])(
    'does not get an identity whose email_verified is %j',
    async (said) => {
      const member = await newMember();
      const person = { ...newProviderPersonWith(member.email), email_verified: said };
      expect(await browser.signIn(person)).toMatchObject({
        error_code: 'provider_email_needs_verification',
      });
    },
  );

  it('cannot be signed in to through a provider while it is banned', async () => {
    const member = await newMember();
    await auth.sql`
      update auth.users set banned_until = now() + interval '1 hour' where id = ${member.id}`;
    expect(await browser.signIn(newProviderPersonWith(member.email))).toMatchObject({
      error_code: 'user_banned',
    });
    const rows = await auth.sql`
      select from auth.identities where user_id = ${member.id}`;
    expect(rows).toHaveLength(1);
  });

  it('gets an identity with the verified address of another of its identities', async () => {
    const person = newProviderPerson();
    const { id } = await accountIn(await browser.signIn(person), auth);
    const { sql: admin } = auth;
    await admin`update auth.users set email = ${`new-${person.email}`} where id = ${String(id)}`;
    expect(
      await accountIn(await browser.signIn(newProviderPersonWith(person.email)), auth),
    ).toMatchObject({
      id,
    });
  });

  it('does not get the identity when several accounts have the address', async () => {
    const person = newProviderPerson();
    const { id } = await accountIn(await browser.signIn(person), auth);
    const { sql: admin } = auth;
    await admin`update auth.users set email = ${`new-${person.email}`} where id = ${String(id)}`;
    await auth.ask('/signup', { body: { email: person.email, password } });
    expect(await browser.signIn(newProviderPersonWith(person.email))).toMatchObject({
      error: 'server_error',
      error_description: expect.stringContaining('Multiple accounts with the same email address'),
    });
  });
});

describe('an account that somebody created with another person’s address', () => {
  it('is given to the owner of the address, and the credentials of its creator are removed', async () => {
    const trap = await auth.newPerson({ colour: 'red', email_verified: true });
    expect(await auth.accepts(trap.session.access_token)).toBe(true);
    const user = await accountIn(await browser.signIn(newProviderPersonWith(trap.email)), auth);
    expect(user).toMatchObject({
      id: trap.id,
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      identities: [{ provider: 'keycloak' }],
    });
    expect(user.user_metadata).not.toHaveProperty('colour');
    expect(await auth.acceptsPassword(trap.email)).toBe(false);
    expect(await auth.accepts(trap.session.access_token)).toBe(false);
    const { error } = await trap.client.refreshSession();
    expect(error).toMatchObject({ code: 'refresh_token_not_found' });
  });

  it('is given to the owner of the address also when it was never confirmed', async () => {
    const email = `trap-${newProviderPerson().email}`;
    await confirming.ask('/signup', { body: { email, password } });
    const user = await accountIn(
      await confirmingBrowser.signIn(newProviderPersonWith(email)),
      auth,
    );
    expect(user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
    expect(user.identities).toHaveLength(1);
    expect(await auth.acceptsPassword(email)).toBe(false);
    const rows = await auth.sql`
      select from auth.one_time_tokens where user_id = ${String(user.id)}`;
    expect(rows).toEqual([]);
  });

  it('is given to the owner of the address also after its confirmation was revoked', async () => {
    const member = await newMember();
    await auth.sql`
      update auth.users set email_confirmed_at = null where id = ${member.id}`;
    const user = await accountIn(await browser.signIn(newProviderPersonWith(member.email)), auth);
    expect(user).toMatchObject({ id: member.id, email_confirmed_at: expect.any(String) });
    expect(await auth.acceptsPassword(member.email)).toBe(false);
  });

  it('is not signed in to by an identity whose provider has not verified the address', async () => {
    const victim = newProviderPerson();
    const trap = await accountIn(await browser.signIn(newProviderPerson()), auth);
    await auth.sql`
      update auth.identities
      set identity_data = identity_data || ${JSON.stringify({ email: victim.email, email_verified: false })}
      where user_id = ${String(trap.id)}`;
    expect((await accountIn(await browser.signIn(victim), auth)).id).not.toBe(trap.id);
  });
});
