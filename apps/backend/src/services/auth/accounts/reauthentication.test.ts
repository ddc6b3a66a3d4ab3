import { describe, expect, it } from 'vitest';
import { codeIn, lastMail } from '../fixtures/mailbox.ts';
import { password as current, type Person, startAuth } from '../fixtures/running-auth.ts';
import { addApp, everyFactor, verifyCode } from '../fixtures/second-factor.ts';

const password = 'a harbour at night';

const auth = await startAuth({
  settings: { email: { secure_password_change: true }, mfa: everyFactor },
});

/** Lets the sessions of an account begin so many minutes earlier. */
const passMinutes = (minutes: number, { id }: Person) => auth.sql`
  update auth.sessions set created_at = created_at - make_interval(mins => ${minutes})
  where user_id = ${id}`;

/** Creates an account that signed in so many minutes ago. */
const newPersonSince = async (minutes: number): Promise<Person> => {
  const person = await auth.newPerson();
  await passMinutes(minutes, person);
  return person;
};

describe('a change of password where the settings require reauthentication', () => {
  it('needs the mailed code, which works once', async () => {
    const { client, email } = await newPersonSince(11);
    expect((await client.updateUser({ password })).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    });
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = codeIn(await lastMail(auth, email));
    const weak = await client.updateUser({ password: '123456', nonce });
    expect(weak.error).toMatchObject({ code: 'weak_password' });
    expect((await client.updateUser({ password, nonce })).error).toBeNull();
    expect((await client.updateUser({ password: 'another harbour', nonce })).error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
    });
  });

  it('refuses the code of another account', async () => {
    const [mine, other] = [await newPersonSince(11), await newPersonSince(11)];
    await other.client.reauthenticate();
    const nonce = codeIn(await lastMail(auth, other.email));
    expect((await mine.client.updateUser({ password, nonce })).error).toMatchObject({
      code: 'reauthentication_not_valid',
    });
  });

  it('refuses every code after ten wrong ones', async () => {
    const { client } = await newPersonSince(11);
    await client.reauthenticate();
    const codes = [];
    for (let guess = 0; guess < 11; guess += 1) {
      const { error } = await client.updateUser({ password, nonce: `guess ${guess}` });
      codes.push(error?.code);
    }
    expect(codes.at(9)).toBe('reauthentication_not_valid');
    expect(codes.at(10)).toBe('over_request_rate_limit');
  });

  it('needs no code after a sign-in of the last ten minutes', async () => {
    const { client } = await newPersonSince(9);
    expect((await client.updateUser({ password })).error).toBeNull();
  });

  it('needs no code with the current password', async () => {
    const { client } = await newPersonSince(11);
    const change = (current_password: string) => client.updateUser({ password, current_password });
    expect((await change('a tide of sand')).error).toMatchObject({
      status: 400,
      code: 'current_password_invalid',
    });
    expect((await change(current)).error).toBeNull();
  });

  it('needs the code although the session has just added a second factor', async () => {
    const person = await newPersonSince(9);
    const app = await addApp(person);
    await passMinutes(2, person);
    await verifyCode(person, app);
    expect((await person.client.updateUser({ password })).error).toMatchObject({
      code: 'reauthentication_needed',
    });
  });

  it('needs the code for the first password of an account too, whatever current password is sent', async () => {
    const { client, id } = await newPersonSince(11);
    await auth.sql`update auth.users set encrypted_password = null where id = ${id}`;
    const change = await client.updateUser({ password, current_password: password });
    expect(change.error).toMatchObject({ code: 'reauthentication_needed' });
  });
});

describe('the first second factor where the settings require reauthentication', () => {
  it.each([
    ['an app', { factorType: 'totp' }],
    ['a phone', { factorType: 'phone', phone: '+15550147' }],
  ] as const)('needs a sign-in of the last ten minutes to be %s', async (_kind, factor) => {
    const { client, email } = await newPersonSince(11);
    expect((await client.mfa.enroll(factor)).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    });
    await client.signInWithPassword({ email, password: current });
    expect((await client.mfa.enroll(factor)).error).toBeNull();
  });

  it('needs no other sign-in for a further factor', async () => {
    const person = await newPersonSince(9);
    await verifyCode(person, await addApp(person));
    await passMinutes(2, person);
    expect((await addApp(person, 'another')).factorId).toEqual(expect.any(String));
  });
});
