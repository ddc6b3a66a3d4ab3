import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { password, refusal } from '../fixtures/running-auth.ts';
import {
  addApp,
  challenge,
  verifyCode,
  newGuardedPerson,
  startAuthWithFactors,
  tokensOf,
} from '../fixtures/second-factor.ts';

const auth = await startAuthWithFactors();

describe('the first code of a factor', () => {
  it('verifies the factor, raises the session and renews its tokens', async () => {
    const person = await auth.newPerson();
    const app = await addApp(person);
    const challengeId = await challenge(person, app.factorId);
    const { data, error } = await person.client.mfa.verify({
      factorId: app.factorId,
      challengeId,
      code: app.authenticator.next(),
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      user: { id: person.id, factors: [{ id: app.factorId, status: 'verified' }] },
    });
    const before = decodeJwt(person.session.access_token);
    expect(decodeJwt(data!.access_token)).toMatchObject({
      sub: person.id,
      session_id: before.session_id,
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    expect(await auth.accepts(data!.access_token)).toBe(true);
    const level = await person.client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  });

  it('ends the account’s sessions at aal1 at once', async () => {
    const person = await auth.newPerson();
    const elsewhere = await auth.onAnotherDevice(person);
    const other = await auth.newPerson();
    const app = await addApp(person);
    expect(await auth.accepts(elsewhere.session.access_token)).toBe(true);
    await verifyCode(person, app);
    expect(await auth.accepts(elsewhere.session.access_token)).toBe(false);
    expect(await auth.accepts(other.session.access_token)).toBe(true);
    const again = await elsewhere.client.refreshSession();
    expect(again.error).toMatchObject({ code: 'refresh_token_not_found' });
  });
});

describe('a sign-in with a second factor', () => {
  it('deletes the refresh token from before the second step', async () => {
    const person = await auth.newPerson();
    const app = await addApp(person);
    await verifyCode(person, app);
    const stolen = person.session.refresh_token;
    const { error } = await auth.client().refreshSession({ refresh_token: stolen });
    expect(error).toMatchObject({ code: 'refresh_token_not_found' });
    // The attempt does not end the session either.
    expect(await auth.accepts((await tokensOf(person)).access_token)).toBe(true);
  });
});

describe('a token from before the second step', () => {
  it('can change neither factors nor password, although its session is raised', async () => {
    const { app, id, session } = await newGuardedPerson(auth);
    const { access_token: token } = session;
    expect(await auth.accepts(token)).toBe(true);
    const add = { factor_type: 'totp', friendly_name: 'mine' };
    const change = { password: 'a harbour at night' };
    const data = { town: 'Ghent' };
    const refusals = [
      await auth.ask(`/factors/${app.factorId}`, { token, method: 'DELETE' }),
      await auth.ask('/factors', { token, body: add }),
      await auth.ask('/user', { token, method: 'PUT', body: change }),
      await auth.ask('/user', { token, method: 'PUT', body: { data } }),
    ];
    expect(refusals.map(({ body }) => body.error_code)).toEqual(
      refusals.map(() => 'insufficient_aal'),
    );
    const [account] = await auth.sql`
      select count(*)::int as factors from auth.mfa_factors where user_id = ${id}`;
    expect(account).toEqual({ factors: 1 });
  });
});

describe('a person who has only the password', () => {
  it('cannot verify a factor that was enrolled before the account had one', async () => {
    const person = await auth.newPerson();
    const thief = await auth.onAnotherDevice(person);
    const planted = await thief.client.mfa.enroll({ factorType: 'phone', phone: '+15550199' });
    await verifyCode(person, await addApp(person));
    const back = await auth.onAnotherDevice(person);
    const { error } = await back.client.mfa.challenge({ factorId: planted.data!.id });
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    const verified = await auth.ask(`/factors/${planted.data!.id}/verify`, {
      token: back.session.access_token,
      body: { challenge_id: randomUUID(), code: '123456' },
    });
    expect(verified).toMatchObject(refusal(403, 'insufficient_aal'));
  });

  it.each([
    ['password', { password: 'a harbour at night' }],
    ['e-mail', { email: 'thief@example.com' }],
    ['phone number', { phone: '15550123' }],
    ['data', { data: { town: 'Ghent' } }],
  ])('cannot change the %s', async (_what, change) => {
    const person = await newGuardedPerson(auth);
    const thief = await auth.onAnotherDevice(person);
    expect((await thief.client.updateUser(change)).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
      message: 'AAL2 session is required to update email or password when MFA is enabled.',
    });
    await auth.onAnotherDevice(person, password);
  });

  it.each(['others', 'global'] as const)(
    'ends no other session by a sign-out with scope %s',
    async (scope) => {
      const person = await newGuardedPerson(auth);
      const thief = await auth.onAnotherDevice(person);
      const signOut = (of: string) =>
        auth.ask(`/logout?scope=${of}`, { method: 'POST', token: thief.session.access_token });
      expect(await signOut(scope)).toMatchObject(refusal(401, 'insufficient_aal'));
      expect(await auth.accepts((await tokensOf(person)).access_token)).toBe(true);
      expect((await signOut('local')).status).toBe(204);
      expect((await person.client.signOut({ scope })).error).toBeNull();
    },
  );

  it('may send unchanged fields, and with the second factor can change all', async () => {
    const person = await newGuardedPerson(auth);
    const elsewhere = await auth.onAnotherDevice(person);
    const { email } = person;
    expect((await elsewhere.client.updateUser({ email })).error).toBeNull();
    const changes = { data: { town: 'Ghent' }, password: 'a harbour at night' };
    const { data, error } = await person.client.updateUser(changes);
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ town: 'Ghent' });
  });
});

describe('two factors', () => {
  it('are each sufficient, and removing the one that a session used lowers the session', async () => {
    const person = await newGuardedPerson(auth);
    const second = await addApp(person, 'second');
    await verifyCode(person, second);
    const elsewhere = await auth.onAnotherDevice(person);
    await verifyCode(elsewhere, person.app);

    await person.client.mfa.unenroll({ factorId: second.factorId });
    await person.client.refreshSession();
    await elsewhere.client.refreshSession();
    const level = async ({ client }: typeof elsewhere) =>
      (await client.mfa.getAuthenticatorAssuranceLevel()).data;
    expect(await level(person)).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'password' }],
    });
    expect(await level(elsewhere)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  });
});
