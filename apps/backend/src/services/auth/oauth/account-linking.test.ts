import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningDatabase } from '../../../database/start.ts';
import { FakeProvider } from '../fixtures/fake-provider.ts';
import { newProviderPersonWith, Browser, newProviderPerson } from '../fixtures/provider-sign-in.ts';
import { password, RunningAuth, startTestDatabase } from '../fixtures/running-auth.ts';

let database: RunningDatabase;
let provider: FakeProvider;
/** Sign-ups need no confirmation, as by default. */
let auth: RunningAuth;
let browser: Browser;
/** Sign-ups need confirmation by mail. */
let confirming: RunningAuth;
let confirmingBrowser: Browser;
beforeAll(async () => {
  provider = await FakeProvider.start();
  database = await startTestDatabase();
  const external = { keycloak: provider.settings };
  auth = await RunningAuth.start(database, { settings: { external } });
  browser = new Browser(auth, provider);
  confirming = await RunningAuth.start(database, {
    settings: { external, email: { enable_signup: true, enable_confirmations: true } },
    secrets: auth.secrets,
    publicUrl: auth.url,
  });
  confirmingBrowser = new Browser(confirming, provider);
});
afterAll(async () => {
  await confirming?.stop();
  await auth?.stop();
  await database?.stop();
  await provider?.stop();
});

const own = async (fragment: Readonly<Record<string, string>>) => {
  expect(fragment).toHaveProperty('access_token');
  const { body } = await auth.ask('/user', { token: fragment.access_token! });
  return body;
};

const passwordWorks = async (email: string) => {
  const { status } = await auth.ask('/token?grant_type=password', { body: { email, password } });
  return status === 200;
};

const acts = async (id: unknown) => {
  const rows = await database.database.admin<{ action: string }[]>`
    select payload ->> 'action' as action from auth.audit_log_entries
    where payload ->> 'actor_id' = ${String(id)} order by created_at`;
  return rows.map(({ action }) => action);
};

/** Creates an account with a password and a confirmed address. */
const newMember = async () => {
  const person = await auth.newPerson({ colour: 'teal' });
  await database.database.admin`
    update auth.identities set identity_data = identity_data || '{"email_verified": true}'
    where user_id = ${person.id}`;
  return person;
};

describe('an account that has verified its address', () => {
  it('is linked to, and keeps its password, data and sessions', async () => {
    const member = await newMember();
    const user = await own(await browser.signIn(newProviderPersonWith(member.email)));
    expect(user).toMatchObject({
      id: member.id,
      app_metadata: { provider: 'email', providers: ['email', 'keycloak'] },
      user_metadata: { colour: 'teal' },
    });
    expect(await passwordWorks(member.email)).toBe(true);
    expect(await auth.takes(member.session.access_token)).toBe(true);
    expect(await acts(member.id)).toEqual(expect.arrayContaining(['identity_linked', 'login']));
  });

  it('is not linked to by a provider that has not verified the address', async () => {
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
    expect((await own({ access_token: member.session.access_token })).identities).toHaveLength(1);
  });

  it.each(['true', 1, null])('is not linked to where email_verified is %j', async (said) => {
    const member = await newMember();
    const person = { ...newProviderPersonWith(member.email), email_verified: said };
    expect(await browser.signIn(person)).toMatchObject({
      error_code: 'provider_email_needs_verification',
    });
  });

  it('is refused while banned', async () => {
    const member = await newMember();
    await database.database.admin`
      update auth.users set banned_until = now() + interval '1 hour' where id = ${member.id}`;
    expect(await browser.signIn(newProviderPersonWith(member.email))).toMatchObject({
      error_code: 'user_banned',
    });
    const rows = await database.database.admin`
      select from auth.identities where user_id = ${member.id}`;
    expect(rows).toHaveLength(1);
  });

  it('is linked to by the verified address of another of its identities', async () => {
    const person = newProviderPerson();
    const { id } = await own(await browser.signIn(person));
    const { admin } = database.database;
    await admin`update auth.users set email = ${`new-${person.email}`} where id = ${String(id)}`;
    expect(await own(await browser.signIn(newProviderPersonWith(person.email)))).toMatchObject({
      id,
    });
  });

  it('is not linked to where several accounts match', async () => {
    const person = newProviderPerson();
    const { id } = await own(await browser.signIn(person));
    const { admin } = database.database;
    await admin`update auth.users set email = ${`new-${person.email}`} where id = ${String(id)}`;
    await auth.ask('/signup', { body: { email: person.email, password } });
    expect(await browser.signIn(newProviderPersonWith(person.email))).toMatchObject({
      error: 'server_error',
      error_description: expect.stringContaining('Multiple accounts with the same email address'),
    });
  });
});

describe('an account that somebody created with another person’s address', () => {
  it('goes to the address’ owner, and its creator’s credentials are removed', async () => {
    const trap = await auth.newPerson({ colour: 'red', email_verified: true });
    expect(await auth.takes(trap.session.access_token)).toBe(true);
    const user = await own(await browser.signIn(newProviderPersonWith(trap.email)));
    expect(user).toMatchObject({
      id: trap.id,
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      identities: [{ provider: 'keycloak' }],
    });
    expect(user.user_metadata).not.toHaveProperty('colour');
    expect(await passwordWorks(trap.email)).toBe(false);
    expect(await auth.takes(trap.session.access_token)).toBe(false);
    const { error } = await trap.client.refreshSession();
    expect(error).toMatchObject({ code: 'refresh_token_not_found' });
  });

  it('goes to the address’ owner also before it was confirmed', async () => {
    const email = `trap-${newProviderPerson().email}`;
    await confirming.ask('/signup', { body: { email, password } });
    const user = await own(await confirmingBrowser.signIn(newProviderPersonWith(email)));
    expect(user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
    expect(user.identities).toHaveLength(1);
    expect(await passwordWorks(email)).toBe(false);
    const rows = await database.database.admin`
      select from auth.one_time_tokens where user_id = ${String(user.id)}`;
    expect(rows).toEqual([]);
  });

  it('goes to the address’ owner also after its confirmation was revoked', async () => {
    const member = await newMember();
    await database.database.admin`
      update auth.users set email_confirmed_at = null where id = ${member.id}`;
    const user = await own(await browser.signIn(newProviderPersonWith(member.email)));
    expect(user).toMatchObject({ id: member.id, email_confirmed_at: expect.any(String) });
    expect(await passwordWorks(member.email)).toBe(false);
  });

  it('is not found by an identity with an unverified address', async () => {
    const victim = newProviderPerson();
    const trap = await own(await browser.signIn(newProviderPerson()));
    await database.database.admin`
      update auth.identities
      set identity_data = identity_data || ${JSON.stringify({ email: victim.email, email_verified: false })}
      where user_id = ${String(trap.id)}`;
    expect((await own(await browser.signIn(victim))).id).not.toBe(trap.id);
  });
});
