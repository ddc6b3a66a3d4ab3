import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { whileHolding, refusal } from '../fixtures/running-auth.ts';
import {
  addApp,
  challenge,
  newGuardedPerson,
  passHalfAMinute,
  startAuthWithFactors,
} from '../fixtures/second-factor.ts';

const auth = await startAuthWithFactors();
beforeEach(() => auth.from('127.0.0.1'));

describe('a challenge', () => {
  it('can be answered once', async () => {
    const person = await newGuardedPerson(auth);
    const { factorId, authenticator } = person.app;
    const challengeId = await challenge(person, factorId);
    const answer = () =>
      person.client.mfa.verify({ factorId, challengeId, code: authenticator.next() });
    passHalfAMinute();
    expect((await answer()).error).toBeNull();
    passHalfAMinute();
    expect((await answer()).error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' });
  });

  it('can be answered for five minutes', async () => {
    const person = await auth.newPerson();
    const { factorId, authenticator } = await addApp(person);
    const { data } = await person.client.mfa.challenge({ factorId });
    expect(data).toMatchObject({ type: 'totp' });
    const [row] = await auth.sql<{ left: number }[]>`
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

  it('can be answered only from the address that created it', async () => {
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

  it('is deleted when it is a day old', async () => {
    const person = await auth.newPerson();
    const { factorId } = await addApp(person);
    const old = await challenge(person, factorId);
    await auth.sql`
      update auth.mfa_challenges set created_at = created_at - interval '25 hours'
      where id = ${old}`;
    const current = await challenge(person, factorId);
    const rows = await auth.sql`
      select id from auth.mfa_challenges where factor_id = ${factorId}`;
    expect(rows).toMatchObject([{ id: current }]);
  });

  it('is not found if it is another account’s or another factor’s', async () => {
    const person = await auth.newPerson();
    const [one, two] = [await addApp(person, 'one'), await addApp(person, 'two')];
    const other = await auth.newPerson();
    const theirs = await addApp(other);
    const code = 'mfa_factor_not_found';
    const { error } = await other.client.mfa.challenge({ factorId: one.factorId });
    expect(error).toMatchObject({ status: 404, code });

    const challengeId = await challenge(person, one.factorId);
    for (const [{ client }, { factorId, authenticator }, id, status] of [
      [other, one, challengeId, 404],
      [other, theirs, challengeId, 422],
      [person, two, challengeId, 422],
      [person, one, randomUUID(), 422],
    ] as const) {
      const answer = { factorId, challengeId: id, code: authenticator.next() };
      expect((await client.mfa.verify(answer)).error).toMatchObject({ status, code });
    }
  });

  it('cannot be answered by a session that ends during the check', async () => {
    const person = await auth.newPerson();
    const { factorId, authenticator } = await addApp(person);
    const challengeId = await challenge(person, factorId);
    const answer = await whileHolding(
      auth,
      (sql) => sql`delete from auth.sessions where user_id = ${person.id}`,
      1,
      () =>
        auth.ask(`/factors/${factorId}/verify`, {
          token: person.session.access_token,
          body: { challenge_id: challengeId, code: authenticator.next() },
        }),
    );
    expect(answer).toMatchObject(refusal(403, 'session_not_found'));
    const [factor] = await auth.sql`
      select status from auth.mfa_factors where id = ${factorId}`;
    expect(factor).toMatchObject({ status: 'unverified' });
  });
});
