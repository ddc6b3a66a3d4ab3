import { describe, expect, it } from 'vitest';
import { newProviderPerson, startAuthWithProvider } from '../fixtures/provider-sign-in.ts';
import { everyFactor, newGuardedPerson } from '../fixtures/second-factor.ts';
import { pkce, verifier, whileHolding, type Person, refusal } from '../fixtures/running-auth.ts';

const site = 'https://undertone.example/';

const { provider, auth, browser } = await startAuthWithProvider({
  site_url: site,
  enable_manual_linking: true,
  mfa: everyFactor,
});

/** Starts linking. @returns the provider's sign-in page */
const begin = async ({ client }: Person) => {
  const { data, error } = await client.linkIdentity({ provider: 'keycloak' });
  if (error) throw error;
  return new URL(data.url);
};

const link = async (person: Person, identity = newProviderPerson()) =>
  (await browser.followCallback(provider.signIn(await begin(person), identity))).fragment;

const identitiesOf = async ({ client }: Person) => {
  const { data, error } = await client.getUserIdentities();
  if (error) throw error;
  return data.identities;
};

const unlink = (id: string, { session }: Person) =>
  auth.ask(`/user/identities/${id}`, { method: 'DELETE', token: session.access_token });

describe('an account with a second factor', () => {
  it('gets and loses identities by a session at aal2, not by one with the password alone', async () => {
    const person = await newGuardedPerson(auth);
    const thief = await auth.onAnotherDevice(person);
    expect((await thief.client.linkIdentity({ provider: 'keycloak' })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    });
    const identity = newProviderPerson();
    await link(person, identity);
    const linked = (await identitiesOf(person)).find(({ id }) => id === identity.sub);
    const unlinkingThief = await auth.onAnotherDevice(person);
    const refusal = await unlinkingThief.client.unlinkIdentity(linked!);
    expect(refusal.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    expect((await person.client.unlinkIdentity(linked!)).error).toBeNull();
    expect(await identitiesOf(person)).toMatchObject([{ provider: 'email' }]);
  });
});

describe('linking an identity', () => {
  it('adds the identity to the caller’s account, and gives a session', async () => {
    const person = await auth.newPerson();
    const identity = newProviderPerson();
    expect(await link(person, identity)).toHaveProperty('access_token');
    expect(await identitiesOf(person)).toMatchObject([
      { provider: 'email' },
      { provider: 'keycloak', id: identity.sub },
    ]);
    const { data } = await person.client.getUser();
    expect(data.user).toMatchObject({
      email: person.email,
      app_metadata: { provider: 'email', providers: ['email', 'keycloak'] },
    });
    const signedIn = await browser.signIn(identity);
    const { body } = await auth.ask('/user', { token: signedIn.access_token! });
    expect(body.id).toBe(person.id);
  });

  it('gives a code if it began with a challenge', async () => {
    const person = await auth.newPerson();
    const query = new URLSearchParams({ provider: 'keycloak', ...pkce });
    const answer = await auth.ask(`/user/identities/authorize?${query.toString()}`, {
      token: person.session.access_token,
    });
    expect(answer.status).toBe(302);
    const page = new URL(answer.headers.get('location')!);
    const { query: back } = await browser.followCallback(
      provider.signIn(page, newProviderPerson()),
    );
    const { body } = await auth.ask('/token?grant_type=pkce', {
      body: { auth_code: back.code, code_verifier: verifier },
    });
    expect(body).toMatchObject({ user: { id: person.id } });
  });

  it('is refused for an identity that is linked already', async () => {
    const [person, other] = [await auth.newPerson(), await auth.newPerson()];
    const identity = newProviderPerson();
    await link(other, identity);
    expect(await link(person, identity)).toMatchObject({
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked to another user',
    });
    expect(await link(other, identity)).toMatchObject({
      error_description: 'Identity is already linked',
    });
  });

  it('fails after a change of password', async () => {
    const person = await auth.newPerson();
    const page = await begin(person);
    const { error } = await person.client.updateUser({ password: 'another tide of glass' });
    expect(error).toBeNull();
    const back = await browser.followCallback(provider.signIn(page, newProviderPerson()));
    expect(back.query).toMatchObject({ error_code: 'bad_oauth_state' });
    expect(await identitiesOf(person)).toHaveLength(1);
  });

  it('fails after a change of password during the request to the provider', async () => {
    const person = await auth.newPerson();
    const page = await begin(person);
    const { sub, ...rest } = newProviderPerson();
    provider.overrides.set('/userinfo', async (_, response) => {
      await person.client.updateUser({ password: 'another tide of glass' });
      response.end(JSON.stringify({ sub, ...rest }));
    });
    const back = await browser.followCallback(provider.signIn(page, { sub }));
    provider.overrides.clear();
    expect(back.query).toMatchObject({ error_code: 'bad_oauth_state' });
    expect(await identitiesOf(person)).toHaveLength(1);
  });

  it('fails when the account was deleted or banned', async () => {
    const [gone, banned] = [await auth.newPerson(), await auth.newPerson()];
    const [first, second] = [await begin(gone), await begin(banned)];
    const { sql: admin } = auth;
    await admin`delete from auth.users where id = ${gone.id}`;
    await admin`
      update auth.users set banned_until = now() + interval '1 hour' where id = ${banned.id}`;
    expect(
      (await browser.followCallback(provider.signIn(first, newProviderPerson()))).query,
    ).toMatchObject({
      error_code: 'user_not_found',
    });
    expect(
      (await browser.followCallback(provider.signIn(second, newProviderPerson()))).query,
    ).toMatchObject({
      error_code: 'user_banned',
    });
  });
});

describe('unlinking an identity', () => {
  it('removes it from the account', async () => {
    const person = await auth.newPerson();
    await link(person);
    const [, identity] = await identitiesOf(person);
    expect((await person.client.unlinkIdentity(identity!)).error).toBeNull();
    const { data } = await person.client.getUser();
    expect(data.user).toMatchObject({ app_metadata: { providers: ['email'] } });
    expect(data.user!.identities).toHaveLength(1);
  });

  it('gives the account the address of another identity if it removes the account’s own', async () => {
    const person = await auth.newPerson();
    const identity = newProviderPerson();
    await link(person, identity);
    const [own] = await identitiesOf(person);
    expect((await person.client.unlinkIdentity(own!)).error).toBeNull();
    const { data } = await person.client.getUser();
    expect(data.user).toMatchObject({
      email: identity.email,
      email_confirmed_at: expect.any(String),
    });
  });

  it('is refused if that address is another account’s', async () => {
    const person = await auth.newPerson();
    const identity = newProviderPerson();
    await link(person, identity);
    await auth.ask('/signup', { body: { email: identity.email, password: 'a tide of glass' } });
    const [own] = await identitiesOf(person);
    expect(await unlink(own!.identity_id, person)).toMatchObject(
      refusal(422, 'email_conflict_identity_not_deletable'),
    );
    expect(await identitiesOf(person)).toHaveLength(2);
  });

  it('is refused for the last identity, also for two requests at once', async () => {
    const person = await auth.newPerson();
    await link(person);
    const identities = await identitiesOf(person);
    const answers = await whileHolding(
      auth,
      (sql) => sql`select from auth.users where id = ${person.id} for update`,
      2,
      () => Promise.all(identities.map(({ identity_id: id }) => unlink(id, person))),
    );
    const single = refusal(422, 'single_identity_not_deletable');
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
    const [left] = await identitiesOf(person);
    expect(await unlink(left!.identity_id, person)).toMatchObject(single);
  });

  it('finds no identity of another account', async () => {
    const [person, other] = [await auth.newPerson(), await auth.newPerson()];
    await link(person);
    await link(other);
    const [theirs] = await identitiesOf(other);
    expect(await unlink(theirs!.identity_id, person)).toMatchObject(
      refusal(422, 'identity_not_found'),
    );
    expect(await unlink('nonsense', person)).toMatchObject({ status: 404 });
    expect(await identitiesOf(other)).toHaveLength(2);
  });
});

it('linking is refused unless the settings enable it', async () => {
  const closed = await auth.startAnother({
    settings: { external: { keycloak: provider.settings } },
  });
  const person = await closed.newPerson();
  const disabled = { code: 'manual_linking_disabled', status: 404 };
  const { error } = await person.client.linkIdentity({ provider: 'keycloak' });
  expect(error).toMatchObject(disabled);
  const [identity] = await identitiesOf(person);
  expect((await person.client.unlinkIdentity(identity!)).error).toMatchObject(disabled);
});
