import { describe, expect, it, vi } from 'vitest';
import { whileHolding, refusal } from '../fixtures/running-auth.ts';
import {
  addApp,
  type App,
  challenge,
  verifyCode,
  newGuardedPerson,
  passHalfAMinute,
  startAuthWithFactors,
} from '../fixtures/second-factor.ts';

const auth = await startAuthWithFactors();

/** The error for a wrong code. */
const wrong = {
  status: 422,
  code: 'mfa_verification_failed',
  message: 'Invalid TOTP code entered',
};

describe('the code of a second factor', () => {
  it('is accepted once, in whichever challenge and session', async () => {
    const person = await newGuardedPerson(auth);
    const { factorId, authenticator } = person.app;
    const code = authenticator.next();
    await person.client.mfa.challengeAndVerify({ factorId, code });
    const elsewhere = await auth.onAnotherDevice(person);
    const replay = await elsewhere.client.mfa.challengeAndVerify({ factorId, code });
    expect(replay.error).toMatchObject(wrong);
    passHalfAMinute();
    const later = await elsewhere.client.mfa.challengeAndVerify({ factorId, code });
    expect(later.error).toMatchObject(wrong);
    await verifyCode(elsewhere, person.app);
  });

  it('is accepted once, also when it comes twice at the same time', async () => {
    const person = await newGuardedPerson(auth);
    const { factorId, authenticator } = person.app;
    // Both sessions are at aal2, so that the one that succeeds does not end the other.
    const other = await auth.onAnotherDevice(person);
    await verifyCode(other, person.app);
    const devices = [person, other];
    passHalfAMinute();
    const code = authenticator.next();
    const answers = await whileHolding(
      auth,
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
    expect(new Set(answers.map(({ error }) => error?.code))).toEqual(
      new Set([undefined, 'mfa_verification_failed']),
    );
  });

  it('is accepted half a minute later, and not a minute later', async () => {
    const person = await auth.newPerson();
    const { factorId, authenticator } = await addApp(person);
    const code = authenticator.next();
    passHalfAMinute();
    passHalfAMinute();
    expect((await person.client.mfa.challengeAndVerify({ factorId, code })).error).toMatchObject(
      wrong,
    );
    const next = authenticator.next();
    passHalfAMinute();
    expect(
      (await person.client.mfa.challengeAndVerify({ factorId, code: ` ${next} ` })).error,
    ).toBeNull();
  });

  it.each(['', '12345', '1234567', 'abcdef', '      '])('is refused: "%s"', async (code) => {
    const person = await auth.newPerson();
    const { factorId } = await addApp(person);
    const { error } = await person.client.mfa.challengeAndVerify({ factorId, code });
    expect(error?.code).toBe(code ? 'mfa_verification_failed' : 'validation_failed');
  });

  it('is refused for some minutes after a few wrong ones, even if it is right', async () => {
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
    expect(refused).toMatchObject(refusal(429, 'over_request_rate_limit'));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    passHalfAMinute();
    passHalfAMinute();
    expect((await guess(authenticator.next())).status).toBe(200);
  });

  it('is refused after fifty wrong ones a day over all factors of the account', async () => {
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
    // Each factor's limit would allow five more codes by now; the account's allows none.
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
