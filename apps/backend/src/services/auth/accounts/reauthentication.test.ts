import { describe, expect, it } from 'vitest';
import { codeIn, lastMail } from '../fixtures/mailbox.ts';
import { type Person, startAuth } from '../fixtures/running-auth.ts';

const password = 'a harbour at night';

const auth = await startAuth({
  settings: { email: { secure_password_change: true } },
});

/** Creates an account whose session is a day old. */
const newPersonSinceYesterday = async (): Promise<Person> => {
  const person = await auth.newPerson();
  await auth.sql`
    update auth.sessions set created_at = created_at - interval '25 hours'
    where user_id = ${person.id}`;
  return person;
};

describe('a change of password where the settings require reauthentication', () => {
  it('needs the mailed code, which works once', async () => {
    const { client, email } = await newPersonSinceYesterday();
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
    const [mine, other] = [await newPersonSinceYesterday(), await newPersonSinceYesterday()];
    await other.client.reauthenticate();
    const nonce = codeIn(await lastMail(auth, other.email));
    expect((await mine.client.updateUser({ password, nonce })).error).toMatchObject({
      code: 'reauthentication_not_valid',
    });
  });

  it('refuses every code after ten wrong ones', async () => {
    const { client } = await newPersonSinceYesterday();
    await client.reauthenticate();
    const codes = [];
    for (let guess = 0; guess < 11; guess += 1) {
      const { error } = await client.updateUser({ password, nonce: `guess ${guess}` });
      codes.push(error?.code);
    }
    expect(codes.at(9)).toBe('reauthentication_not_valid');
    expect(codes.at(10)).toBe('over_request_rate_limit');
  });

  it('needs no code from a session of today', async () => {
    const { client } = await auth.newPerson();
    expect((await client.updateUser({ password })).error).toBeNull();
  });
});
