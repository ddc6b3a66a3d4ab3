import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { password, startAuth, newEmail, refusal } from '../fixtures/running-auth.ts';

const auth = await startAuth();

const operator = () => auth.client(auth.secrets.secretKey).admin;

describe('the operator', () => {
  it('creates an account that can sign in', async () => {
    const email = `${randomUUID()}@Example.com`;
    const id = randomUUID();
    const { data, error } = await operator().createUser({
      id,
      email,
      password,
      email_confirm: true,
      user_metadata: { colour: 'teal' },
      app_metadata: { plan: 'free' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id,
      email: email.toLowerCase(),
      user_metadata: { colour: 'teal', email_verified: true },
      app_metadata: { provider: 'email', providers: ['email'], plan: 'free' },
    });
    await auth.onAnotherDevice({ email });
  });

  it('gets the error for an e-mail that is taken, and the message of a trigger', async () => {
    const { email } = await auth.newPerson({ name: 'cy' });
    expect((await operator().createUser({ email, password })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
    const user_metadata = { name: 'cy' };
    const other = { email: newEmail(), user_metadata };
    expect((await operator().createUser(other)).error).toMatchObject({
      message: 'This name is taken',
    });
  });

  it('reads an account, and deletes it with its sessions at once', async () => {
    const { id, session } = await auth.newPerson();
    expect((await operator().getUserById(id)).data.user?.id).toBe(id);
    expect(await auth.accepts(session.access_token)).toBe(true);
    expect((await operator().deleteUser(id)).error).toBeNull();
    expect(await auth.accepts(session.access_token)).toBe(false);
    expect((await operator().getUserById(id)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });
  });

  it('is refused fields that are not served', async () => {
    const { error } = await operator().createUser({ email: 'a@example.com', phone: '1555' });
    expect(error).toMatchObject({
      code: 'feature_disabled',
      message: '"phone" is not served here',
    });
    expect((await operator().listUsers()).error).toMatchObject({ code: 'feature_disabled' });
  });

  it('is the only caller that admin endpoints accept', async () => {
    const { id, session } = await auth.newPerson();
    expect(await auth.ask(`/admin/users/${id}`, { token: session.access_token })).toMatchObject(
      refusal(403, 'not_admin', 'User not allowed'),
    );
    expect(await auth.ask(`/admin/users/${id}`)).toMatchObject({ status: 401 });
  });
});

describe('an endpoint that is not served', () => {
  it.each([
    ['POST', '/magiclink', 422, 'otp_disabled'],
    ['POST', '/invite', 400, 'feature_disabled'],
    ['POST', '/callback', 400, 'feature_disabled'],
    ['POST', '/oauth/token', 404, 'feature_disabled'],
    ['GET', '/.well-known/openid-configuration', 404, 'feature_disabled'],
    ['POST', '/admin/generate_link', 400, 'feature_disabled'],
    ['PUT', '/admin/users/x', 400, 'feature_disabled'],
    ['GET', '/scim/v2/Schemas', 400, 'feature_disabled'],
    ['GET', '/authorize', 400, 'validation_failed'],
    ['POST', '/sso', 404, 'saml_provider_disabled'],
    ['POST', '/passkeys/registration/options', 404, 'passkey_disabled'],
    ['GET', '/nowhere', 404, 'unknown'],
    ['DELETE', '/user', 404, 'unknown'],
  ])('%s %s is refused by name', async (method, path, status, code) => {
    expect(await auth.ask(path, { method })).toMatchObject({
      status,
      body: { code: status, error_code: code, msg: expect.any(String) },
    });
  });
});

describe('the enabled ways to sign in', () => {
  it('are returned by /settings, and /health needs no key', async () => {
    expect((await auth.ask('/settings')).body).toMatchObject({
      external: { email: true, phone: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    });
    expect(await auth.ask('/health', { headers: { apikey: '' } })).toMatchObject({ status: 200 });
  });
});
