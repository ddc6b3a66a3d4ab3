import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TransactionSql } from '../../../database/sql.ts';
import { password, whileHolding, startAuth, refusal } from '../fixtures/running-auth.ts';

const auth = await startAuth();

const newPassword = 'a harbour at night';

describe('an endpoint for an account', () => {
  it.each([
    ['GET', '/user'],
    ['PUT', '/user'],
    ['POST', '/logout'],
    ['GET', '/reauthenticate'],
    ['POST', '/factors'],
    ['POST', `/factors/${randomUUID()}/challenge`],
    ['POST', `/factors/${randomUUID()}/verify`],
    ['DELETE', `/factors/${randomUUID()}`],
    ['GET', '/user/identities/authorize?provider=keycloak'],
    ['DELETE', `/user/identities/${randomUUID()}`],
  ])('requires an access token: %s %s', async (method, path) => {
    const body = method === 'GET' ? {} : { body: {} };
    expect(await auth.ask(path, { method, ...body })).toMatchObject(
      refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
    );
  });

  it('refuses a token that is none', async () => {
    expect(await auth.ask('/user', { token: 'x.y.z' })).toMatchObject(refusal(403, 'bad_jwt'));
  });
});

describe('a change of user data', () => {
  it('sets keys, keeps the others, and removes those that are null', async () => {
    const { client, id } = await auth.newPerson({ colour: 'teal', town: 'Ghent' });
    const { data, error } = await client.updateUser({ data: { town: null, pets: ['cat'] } });
    expect(error).toBeNull();
    const expected = { colour: 'teal', pets: ['cat'], email_verified: true };
    expect(data.user?.user_metadata).toEqual(expected);
    const [row] = await auth.sql`
      select raw_user_meta_data from auth.users where id = ${id}`;
    expect(row?.raw_user_meta_data).toEqual(expected);
  });

  it('loses neither of two changes that come at once', async () => {
    const { client } = await auth.newPerson();
    await Promise.all([
      client.updateUser({ data: { left: 1 } }),
      client.updateUser({ data: { right: 2 } }),
    ]);
    const { data } = await client.getUser();
    expect(data.user?.user_metadata).toMatchObject({ left: 1, right: 2 });
  });

  it.each(['\u0000', '\ud800'])('is refused with %j in a name or a value', async (part) => {
    const { client } = await auth.newPerson();
    for (const data of [{ [part]: 1 }, { colour: `t${part}l` }]) {
      expect((await client.updateUser({ data })).error).toMatchObject({
        status: 400,
        code: 'validation_failed',
      });
    }
  });

  it('is in the next access token', async () => {
    const { client } = await auth.newPerson();
    await client.updateUser({ data: { colour: 'rust' } });
    const { data } = await client.refreshSession();
    expect(data.user?.user_metadata.colour).toBe('rust');
  });

  it('cannot change app_metadata', async () => {
    const { session } = await auth.newPerson();
    const body = { app_metadata: { admin: true } };
    const { access_token: token } = session;
    expect(await auth.ask('/user', { method: 'PUT', body, token })).toMatchObject(
      refusal(403, 'not_admin'),
    );
  });

  it('may send the account’s own e-mail', async () => {
    const { client, email } = await auth.newPerson();
    const { data, error } = await client.updateUser({ email: email.toUpperCase() });
    expect(error).toBeNull();
    expect(data.user).not.toHaveProperty('new_email');
  });
});

describe('a change of password', () => {
  it('deletes mailed tokens', async () => {
    const { client, id, email } = await auth.newPerson();
    await auth.sql`
      insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (${randomUUID()}, ${id}, 'recovery_token', 'hash', ${email})`;
    await client.updateUser({ password: newPassword });
    const left = await auth.sql`
      select from auth.one_time_tokens where user_id = ${id}`;
    expect(left).toHaveLength(0);
  });

  it('requires a new and strong password of at most 72 bytes', async () => {
    const { client } = await auth.newPerson();
    expect((await client.updateUser({ password })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    });
    expect((await client.updateUser({ password: '漢'.repeat(25) })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Password is too long: at most 72 letters, fewer with accents, emoji or Chinese',
    });
    expect((await client.updateUser({ password: '漢'.repeat(24) })).error).toBeNull();
    expect((await client.updateUser({ password: '123456' })).error).toMatchObject({
      status: 422,
      code: 'weak_password',
      reasons: ['pwned'],
    });
  });

  it('checks the current password where it is sent', async () => {
    const { client } = await auth.newPerson();
    const change = { password: newPassword };
    expect(
      (await client.updateUser({ ...change, current_password: 'a tide of sand' })).error,
    ).toMatchObject({ status: 400, code: 'current_password_invalid' });
    expect((await client.updateUser({ ...change, current_password: password })).error).toBeNull();
  });

  it('lets no concurrent sign-in with the old password through', async () => {
    const { id, email } = await auth.newPerson();
    const change = async (sql: TransactionSql) =>
      sql`update auth.users set encrypted_password = 'another' where id = ${id}`;
    const signIn = async () => auth.client().signInWithPassword({ email, password });
    // The sign-in has verified the old hash, and waits for the row's lock.
    const { error } = await whileHolding(auth, change, 1, signIn);
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });
});
