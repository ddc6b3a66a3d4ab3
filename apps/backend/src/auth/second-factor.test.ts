import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningDatabase } from '../database/start.ts';
import { password, RunningAuth, startTestDatabase, whileHolding } from './fixtures/running-auth.ts';
import {
  addApp,
  challenge,
  everyFactor,
  giveCode,
  newGuardedPerson,
  tokensOf,
  type App,
} from './fixtures/second-factor.ts';

let database: RunningDatabase;
let auth: RunningAuth;
beforeAll(async () => {
  // Codes change when the tests say so.
  vi.useFakeTimers({ toFake: ['Date'] });
  database = await startTestDatabase();
  auth = await RunningAuth.start(database, { settings: { mfa: everyFactor } });
});
beforeEach(() => auth.from('127.0.0.1'));
afterAll(async () => {
  await auth?.stop();
  await database?.stop();
  vi.useRealTimers();
});

/** Lets the present code become the one before. */
const halfAMinute = () => vi.setSystemTime(Date.now() + 30_000);

/** What a client can learn of the refusal of a code. */
const wrong = {
  status: 422,
  code: 'mfa_verification_failed',
  message: 'Invalid TOTP code entered',
};

describe('the first code', () => {
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
    expect(await auth.takes(data!.access_token)).toBe(true);
    const level = await person.client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  });

  it('ends the account’s sessions that a password opened, at once', async () => {
    const person = await auth.newPerson();
    const elsewhere = await auth.onAnotherDevice(person);
    const stranger = await auth.newPerson();
    const app = await addApp(person);
    expect(await auth.takes(elsewhere.session.access_token)).toBe(true);
    await giveCode(person, app);
    expect(await auth.takes(elsewhere.session.access_token)).toBe(false);
    expect(await auth.takes(stranger.session.access_token)).toBe(true);
    const again = await elsewhere.client.refreshSession();
    expect(again.error).toMatchObject({ code: 'refresh_token_not_found' });
  });
});

describe('signing in', () => {
  it('says that a second step is due, and takes it', async () => {
    const person = await newGuardedPerson(auth);
    const elsewhere = await auth.onAnotherDevice(person);
    const level = () => elsewhere.client.mfa.getAuthenticatorAssuranceLevel();
    expect((await level()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    await giveCode(elsewhere, person.app);
    expect((await level()).data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    // The session that had given its factor before is none of those that end.
    expect(await auth.takes((await tokensOf(person)).access_token)).toBe(true);
  });

  it('stays as far as it got when tokens are refreshed', async () => {
    const person = await newGuardedPerson(auth);
    await person.client.refreshSession();
    expect(decodeJwt((await tokensOf(person)).access_token).aal).toBe('aal2');
    const elsewhere = await auth.onAnotherDevice(person);
    await elsewhere.client.refreshSession();
    expect(decodeJwt((await tokensOf(elsewhere)).access_token).aal).toBe('aal1');
  });

  it('starts all over after a sign-out', async () => {
    const person = await newGuardedPerson(auth);
    await person.client.signOut();
    const level = await person.client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: null, nextLevel: null });
    const again = await auth.onAnotherDevice(person);
    expect(decodeJwt(again.session.access_token).aal).toBe('aal1');
  });

  it('gives nothing to who holds the refresh token from before the second step', async () => {
    const person = await auth.newPerson();
    const app = await addApp(person);
    await giveCode(person, app);
    const stolen = person.session.refresh_token;
    const { error } = await auth.client().refreshSession({ refresh_token: stolen });
    expect(error).toMatchObject({ code: 'refresh_token_not_found' });
    // Nor does trying it end the session.
    expect(await auth.takes((await tokensOf(person)).access_token)).toBe(true);
  });
});

describe('a code', () => {
  it('counts once, in whichever challenge and session', async () => {
    const person = await newGuardedPerson(auth);
    const { factorId, authenticator } = person.app;
    const code = authenticator.next();
    await person.client.mfa.challengeAndVerify({ factorId, code });
    const elsewhere = await auth.onAnotherDevice(person);
    const replay = await elsewhere.client.mfa.challengeAndVerify({ factorId, code });
    expect(replay.error).toMatchObject(wrong);
    halfAMinute();
    const later = await elsewhere.client.mfa.challengeAndVerify({ factorId, code });
    expect(later.error).toMatchObject(wrong);
    await giveCode(elsewhere, person.app);
  });

  it('counts once, also when it comes twice at the same time', async () => {
    const person = await newGuardedPerson(auth);
    const { factorId, authenticator } = person.app;
    // Sessions that gave the factor before: the one that wins does not end the other.
    const other = await auth.onAnotherDevice(person);
    await giveCode(other, person.app);
    const devices = [person, other];
    halfAMinute();
    const code = authenticator.next();
    const answers = await whileHolding(
      database,
      (sql) => sql`select from auth.users where id = ${person.id} for update`,
      2,
      () =>
        Promise.all(
          devices.map(async (device) => {
            const challengeId = await challenge(device, factorId);
            return device.client.mfa.verify({ factorId, challengeId, code });
          }),
        ),
    );
    expect(answers.map(({ error }) => error?.code).sort()).toEqual([
      'mfa_verification_failed',
      undefined,
    ]);
  });

  it('of half a minute ago counts, one of a minute ago does not', async () => {
    const person = await auth.newPerson();
    const { factorId, authenticator } = await addApp(person);
    const code = authenticator.next();
    halfAMinute();
    halfAMinute();
    expect((await person.client.mfa.challengeAndVerify({ factorId, code })).error).toMatchObject(
      wrong,
    );
    const next = authenticator.next();
    halfAMinute();
    expect(
      (await person.client.mfa.challengeAndVerify({ factorId, code: ` ${next} ` })).error,
    ).toBeNull();
  });

  it.each(['', '12345', '1234567', 'abcdef', '      '])('is never "%s"', async (code) => {
    const person = await auth.newPerson();
    const { factorId } = await addApp(person);
    const { error } = await person.client.mfa.challengeAndVerify({ factorId, code });
    expect(error?.code).toBe(code ? 'mfa_verification_failed' : 'validation_failed');
  });

  it('is guessed at only a few times, and then nobody is let in for some minutes', async () => {
    const person = await newGuardedPerson(auth);
    const { factorId, authenticator } = person.app;
    const elsewhere = await auth.onAnotherDevice(person);
    const challengeId = await challenge(elsewhere, factorId);
    const token = elsewhere.session.access_token;
    const guess = (code: string) =>
      auth.ask(`/factors/${factorId}/verify`, { token, body: { challenge_id: challengeId, code } });
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => guess(authenticator.wrong())),
    );
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(15);
    const refused = await guess(authenticator.next());
    expect(refused).toMatchObject({
      status: 429,
      body: { error_code: 'over_request_rate_limit' },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    halfAMinute();
    halfAMinute();
    expect((await guess(authenticator.next())).status).toBe(200);
  });

  it('is guessed at only so often a day, whatever factor of the account it is of', async () => {
    const person = await auth.newPerson();
    const apps: App[] = [];
    for (let number = 0; number < 10; number += 1) {
      apps.push(await addApp(person, `app ${number}`));
    }
    const token = person.session.access_token;
    const tally = new Map<number, number>();
    const round = async () => {
      for (const { factorId, authenticator } of apps) {
        const challengeId = await challenge(person, factorId);
        for (let tries = 0; tries < 6; tries += 1) {
          const { status } = await auth.ask(`/factors/${factorId}/verify`, {
            token,
            body: { challenge_id: challengeId, code: authenticator.wrong() },
          });
          tally.set(status, (tally.get(status) ?? 0) + 1);
        }
      }
    };
    await round();
    expect(tally).toEqual(
      new Map([
        [422, 50],
        [429, 10],
      ]),
    );
    // Each factor would allow five more by now; the account allows none.
    vi.setSystemTime(Date.now() + 5 * 60_000);
    await round();
    expect(tally).toEqual(
      new Map([
        [422, 50],
        [429, 70],
      ]),
    );
  });
});

describe('a challenge', () => {
  it('is answered once', async () => {
    const person = await newGuardedPerson(auth);
    const { factorId, authenticator } = person.app;
    const challengeId = await challenge(person, factorId);
    const answer = () =>
      person.client.mfa.verify({ factorId, challengeId, code: authenticator.next() });
    halfAMinute();
    expect((await answer()).error).toBeNull();
    halfAMinute();
    expect((await answer()).error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' });
  });

  it('is answered within five minutes', async () => {
    const person = await auth.newPerson();
    const { factorId, authenticator } = await addApp(person);
    const { data } = await person.client.mfa.challenge({ factorId });
    expect(data).toMatchObject({ type: 'totp' });
    const [row] = await database.database.admin<{ left: number }[]>`
      update auth.mfa_challenges set created_at = created_at - interval '5 minutes'
      where id = ${data!.id}
      returning ${data!.expires_at}::int - floor(extract(epoch from created_at))::int as left`;
    expect(row?.left).toBe(600);
    const { error } = await person.client.mfa.verify({
      factorId,
      challengeId: data!.id,
      code: authenticator.next(),
    });
    expect(error).toMatchObject({
      status: 422,
      code: 'mfa_challenge_expired',
      message: `MFA challenge ${data!.id} has expired, verify against another challenge or create a new challenge.`,
    });
  });

  it('is answered from where it was asked for', async () => {
    const person = await auth.newPerson();
    const { factorId, authenticator } = await addApp(person);
    const challengeId = await challenge(person, factorId);
    auth.from('203.0.113.9');
    const code = authenticator.next();
    const answer = () => person.client.mfa.verify({ factorId, challengeId, code });
    expect((await answer()).error).toMatchObject({
      status: 422,
      code: 'mfa_ip_address_mismatch',
      message: 'Challenge and verify IP addresses mismatch.',
    });
    auth.from('127.0.0.1');
    expect((await answer()).error).toBeNull();
  });

  it('is swept when it is a day old', async () => {
    const person = await auth.newPerson();
    const { factorId } = await addApp(person);
    const old = await challenge(person, factorId);
    await database.database.admin`
      update auth.mfa_challenges set created_at = created_at - interval '25 hours'
      where id = ${old}`;
    const current = await challenge(person, factorId);
    const rows = await database.database.admin`
      select id from auth.mfa_challenges where factor_id = ${factorId}`;
    expect(rows).toMatchObject([{ id: current }]);
  });

  it('of someone else, or of another factor, is none', async () => {
    const person = await auth.newPerson();
    const [one, two] = [await addApp(person, 'one'), await addApp(person, 'two')];
    const stranger = await auth.newPerson();
    const theirs = await addApp(stranger);
    const none = { code: 'mfa_factor_not_found' };

    expect((await stranger.client.mfa.challenge({ factorId: one.factorId })).error).toMatchObject({
      ...none,
      status: 404,
    });
    const challengeId = await challenge(person, one.factorId);
    const answers = [
      await stranger.client.mfa.verify({
        factorId: one.factorId,
        challengeId,
        code: one.authenticator.next(),
      }),
      await stranger.client.mfa.verify({
        factorId: theirs.factorId,
        challengeId,
        code: theirs.authenticator.next(),
      }),
      await person.client.mfa.verify({
        factorId: two.factorId,
        challengeId,
        code: two.authenticator.next(),
      }),
      await person.client.mfa.verify({
        factorId: one.factorId,
        challengeId: randomUUID(),
        code: one.authenticator.next(),
      }),
    ];
    expect(answers.map(({ error }) => error)).toMatchObject([
      { ...none, status: 404 },
      { ...none, status: 422 },
      { ...none, status: 422 },
      { ...none, status: 422 },
    ]);
  });

  it('is of no use to a session that has ended', async () => {
    const person = await auth.newPerson();
    const { factorId, authenticator } = await addApp(person);
    const challengeId = await challenge(person, factorId);
    const token = person.session.access_token;
    await person.client.signOut();
    expect(
      await auth.ask(`/factors/${factorId}/verify`, {
        token,
        body: { challenge_id: challengeId, code: authenticator.next() },
      }),
    ).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
  });

  it('is of no use to a session that ends while its answer is looked at', async () => {
    const person = await auth.newPerson();
    const { factorId, authenticator } = await addApp(person);
    const challengeId = await challenge(person, factorId);
    const answer = await whileHolding(
      database,
      (sql) => sql`delete from auth.sessions where user_id = ${person.id}`,
      1,
      () =>
        auth.ask(`/factors/${factorId}/verify`, {
          token: person.session.access_token,
          body: { challenge_id: challengeId, code: authenticator.next() },
        }),
    );
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
    const [factor] = await database.database.admin`
      select status from auth.mfa_factors where id = ${factorId}`;
    expect(factor).toMatchObject({ status: 'unverified' });
  });
});

describe('who has only the password', () => {
  it('cannot verify a factor that he added before the account had one', async () => {
    const person = await auth.newPerson();
    const thief = await auth.onAnotherDevice(person);
    const planted = await thief.client.mfa.enroll({ factorType: 'phone', phone: '+15550199' });
    await giveCode(person, await addApp(person));
    const back = await auth.onAnotherDevice(person);
    const { error } = await back.client.mfa.challenge({ factorId: planted.data!.id });
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    const verified = await auth.ask(`/factors/${planted.data!.id}/verify`, {
      token: back.session.access_token,
      body: { challenge_id: randomUUID(), code: '123456' },
    });
    expect(verified).toMatchObject({ status: 403, body: { error_code: 'insufficient_aal' } });
  });

  it.each([
    ['password', { password: 'a harbour at night' }],
    ['e-mail', { email: 'thief@example.com' }],
    ['phone number', { phone: '15550123' }],
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

  it('may change what does not matter, and with the second factor all', async () => {
    const person = await newGuardedPerson(auth);
    const elsewhere = await auth.onAnotherDevice(person);
    const { email } = person;
    expect(
      (await elsewhere.client.updateUser({ email, data: { town: 'Ghent' } })).error,
    ).toBeNull();
    const password = 'a harbour at night';
    expect((await person.client.updateUser({ password })).error).toBeNull();
  });
});

describe('two factors', () => {
  it('are each enough, and removing the one that a session gave lowers it', async () => {
    const person = await newGuardedPerson(auth);
    const second = await addApp(person, 'second');
    await giveCode(person, second);
    const elsewhere = await auth.onAnotherDevice(person);
    await giveCode(elsewhere, person.app);

    await person.client.mfa.unenroll({ factorId: second.factorId });
    await person.client.refreshSession();
    await elsewhere.client.refreshSession();
    const level = async ({ client }: typeof elsewhere) =>
      (await client.mfa.getAuthenticatorAssuranceLevel()).data;
    expect(await level(person)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    expect(await level(elsewhere)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  });
});
