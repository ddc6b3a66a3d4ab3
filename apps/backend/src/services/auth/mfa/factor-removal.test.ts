import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusal } from '../fixtures/running-auth.ts';
import {
  auditActionsOn,
  addApp,
  enroll,
  verifyCode,
  newGuardedPerson,
  startAuthWithFactors,
} from '../fixtures/second-factor.ts';

const auth = await startAuthWithFactors();

describe('a factor that was never verified', () => {
  const age = (factorId: string) => auth.sql`
    update auth.mfa_factors set created_at = now() - interval '6 minutes' where id = ${factorId}`;

  it('is deleted when another is added, if it is five minutes old and has no challenge', async () => {
    const person = await auth.newPerson();
    const stale = await addApp(person, 'stale');
    const asked = await addApp(person, 'asked');
    await addApp(person, 'fresh');
    await person.client.mfa.challenge({ factorId: asked.factorId });
    await age(stale.factorId);
    await age(asked.factorId);
    await addApp(person, 'next');
    const { data } = await person.client.mfa.listFactors();
    expect(new Set(data?.all.map((factor) => factor.friendly_name))).toEqual(
      new Set(['fresh', 'asked', 'next']),
    );
  });

  it('is deleted when another one of its type is verified', async () => {
    const person = await auth.newPerson();
    await addApp(person, 'never used');
    const phone = await person.client.mfa.enroll({ factorType: 'phone', phone: '+1 555 0100' });
    const app = await addApp(person);
    await verifyCode(person, app);
    const { data } = await person.client.mfa.listFactors();
    expect(data?.all.map(({ id }) => id)).toEqual([phone.data?.id, app.factorId]);
  });

  it('is replaced by one with the same phone, while a verified one is not', async () => {
    const person = await auth.newPerson();
    const add = (name: string) =>
      enroll(auth, person, { factor_type: 'phone', phone: '+1 555 0101', friendly_name: name });
    const first = await add('first');
    expect(await add('second')).toMatchObject({ status: 200, body: { phone: '+1 555 0101' } });
    const { data } = await person.client.mfa.listFactors();
    expect(data?.all.map(({ id }) => id)).not.toContain(first.body.id);
    await auth.sql`
      update auth.mfa_factors set status = 'verified' where user_id = ${person.id}`;
    expect(await add('third')).toMatchObject(refusal(422, 'mfa_verified_factor_exists'));
  });
});

describe('removing a factor', () => {
  it('requires aal2 for a verified factor', async () => {
    const person = await newGuardedPerson(auth);
    const { factorId } = person.app;
    const elsewhere = await auth.onAnotherDevice(person);
    expect((await elsewhere.client.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
      message: 'AAL2 required to unenroll verified factor',
    });
    expect((await person.client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    expect((await person.client.mfa.listFactors()).data?.all).toEqual([]);
  });

  it('requires no aal2 for an unverified factor', async () => {
    const person = await auth.newPerson();
    const { factorId } = await addApp(person);
    expect((await person.client.mfa.unenroll({ factorId })).error).toBeNull();
  });

  it('is refused to other accounts, as if there were no factor', async () => {
    const { app } = await newGuardedPerson(auth);
    const other = await newGuardedPerson(auth);
    for (const factorId of [app.factorId, randomUUID()]) {
      expect((await other.client.mfa.unenroll({ factorId })).error).toMatchObject({
        status: 404,
        code: 'mfa_factor_not_found',
        message: 'Factor not found',
      });
    }
    const { access_token: token } = other.session;
    expect(await auth.ask('/factors/all', { method: 'DELETE', token })).toMatchObject(
      refusal(404, 'validation_failed'),
    );
  });
});

describe('a person who has lost the second factor', () => {
  it('can have it removed by the operator, which is recorded in the audit log', async () => {
    const { app, id: userId } = await newGuardedPerson(auth);
    const { mfa } = auth.client(auth.secrets.secretKey).admin;
    expect((await mfa.deleteFactor({ id: app.factorId, userId })).error).toBeNull();
    expect(await auditActionsOn(auth, app.factorId)).toContain('factor: factor_deleted');
  });

  it('cannot have it removed by anybody else', async () => {
    const { app, id, session } = await newGuardedPerson(auth);
    const path = `/admin/users/${id}/factors`;
    const { access_token: token } = session;
    expect(await auth.ask(path, { token })).toMatchObject({ status: 403 });
    expect(await auth.ask(`${path}/${app.factorId}`, { method: 'DELETE', token })).toMatchObject(
      refusal(403, 'not_admin'),
    );
    const { mfa } = auth.client(auth.secrets.secretKey).admin;
    expect((await mfa.deleteFactor({ id: randomUUID(), userId: id })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    });
  });
});
