import { Authenticator } from '@undertone/test-support/authenticator';
import { describe, expect, it } from 'vitest';
import { refusal } from '../fixtures/running-auth.ts';
import {
  auditActionsOn,
  addApp,
  enroll,
  everyFactor,
  verifyCode,
  newGuardedPerson,
  startAuthWithFactors,
} from '../fixtures/second-factor.ts';
import { openText } from '../tokens/sealed-text.ts';

const auth = await startAuthWithFactors();

describe('the enrolment of an authenticator app', () => {
  it('returns the secret as text, as a URI and as a QR code', async () => {
    const person = await auth.newPerson();
    const { data, error } = await person.client.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'my phone',
      issuer: 'Under: tone',
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ id: expect.any(String), type: 'totp', friendly_name: 'my phone' });
    const { uri, secret, qr_code: image } = data!.totp;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const parsed = new URL(uri);
    expect(decodeURIComponent(parsed.pathname)).toBe(`/Under: tone:${person.email}`);
    expect(Object.fromEntries(parsed.searchParams)).toEqual({
      issuer: 'Under: tone',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    // In a data URI, # ends the document and % begins an escape.
    expect(image).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>\s*$/);
  });

  it('stores the secret encrypted for its row', async () => {
    const person = await auth.newPerson();
    const { data } = await person.client.mfa.enroll({ factorType: 'totp' });
    const [row] = await auth.sql<{ secret: string }[]>`
      select secret from auth.mfa_factors where id = ${data!.id}`;
    expect(openText(auth.secrets.factorKey, data!.id, row!.secret)).toBe(data!.totp.secret);
  });

  it('is shown with the account, without the secret', async () => {
    const person = await auth.newPerson();
    const { factorId } = await addApp(person, 'tablet');
    const { data } = await person.client.mfa.listFactors();
    expect(data).toEqual({
      all: [
        {
          id: factorId,
          status: 'unverified',
          friendly_name: 'tablet',
          factor_type: 'totp',
          phone: '',
          created_at: expect.any(String),
          updated_at: expect.any(String),
          last_challenged_at: null,
        },
      ],
      phone: [],
      totp: [],
      webauthn: [],
    });
    const elsewhere = await auth.onAnotherDevice(person);
    expect(elsewhere.session.user.factors).toHaveLength(1);
  });

  it('is recorded in the audit log', async () => {
    const person = await auth.newPerson();
    const app = await addApp(person);
    await verifyCode(person, app);
    await person.client.mfa.unenroll({ factorId: app.factorId });
    expect(await auditActionsOn(auth, app.factorId)).toEqual([
      'factor: factor_in_progress',
      'factor: challenge_created',
      'factor: verification_attempted',
      'factor: factor_unenrolled',
    ]);
  });
});

describe('the enrolment of a factor', () => {
  it.each([
    ['a security key', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    ['an unknown kind', { factor_type: 'smoke' }, 400, 'validation_failed'],
    ['no kind', {}, 400, 'validation_failed'],
    ['no number', { factor_type: 'phone' }, 400, 'validation_failed'],
    ['a short number', { factor_type: 'phone', phone: '+1' }, 400, 'validation_failed'],
    ['a local number', { factor_type: 'phone', phone: '0123456789' }, 400, 'validation_failed'],
    [
      'a long number',
      { factor_type: 'phone', phone: '+1234567890123456' },
      400,
      'validation_failed',
    ],
    [
      'a name that is too long',
      { factor_type: 'totp', friendly_name: 'x'.repeat(256) },
      400,
      'validation_failed',
    ],
  ])('is refused for %s', async (_what, body, status, code) => {
    expect(await enroll(auth, await auth.newPerson(), body)).toMatchObject({
      status,
      body: { error_code: code },
    });
  });

  it('is refused with the name of another factor', async () => {
    const person = await auth.newPerson();
    await addApp(person, 'one');
    expect(
      (await person.client.mfa.enroll({ factorType: 'totp', friendlyName: 'one' })).error,
    ).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
      message: 'A factor with the friendly name "one" for this user already exists',
    });
  });

  it('is refused beyond the maximum number of factors, also for concurrent requests', async () => {
    const person = await auth.newPerson();
    const names = Array.from({ length: 14 }, (_, number) => `app ${number}`);
    const answers = await Promise.all(
      names.map((name) => enroll(auth, person, { factor_type: 'totp', friendly_name: name })),
    );
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(refusals).toHaveLength(4);
    expect(refusals[0]).toMatchObject(refusal(422, 'too_many_enrolled_mfa_factors'));
  });

  it('is refused to a session at aal1 of an account with a second factor', async () => {
    const person = await newGuardedPerson(auth);
    const elsewhere = await auth.onAnotherDevice(person);
    for (const body of [{ factor_type: 'totp' }, { factor_type: 'phone', phone: '+15550100' }]) {
      expect(await enroll(auth, elsewhere, body)).toMatchObject(
        refusal(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
      );
    }
    await addApp(person, 'second');
  });

  it('is refused where the settings disable its type', async () => {
    const off = { enroll_enabled: false, verify_enabled: false };
    const without = await auth.startAnother({
      secrets: auth.secrets,
      publicUrl: auth.url,
      settings: { mfa: { ...everyFactor, totp: off, phone: { ...everyFactor.phone, ...off } } },
    });
    const person = await newGuardedPerson(auth);
    const { access_token: token } = person.session;
    const ask = (path: string, body: object) => without.ask(path, { token, body });
    const codes = [
      await ask('/factors', { factor_type: 'totp' }),
      await ask('/factors', { factor_type: 'phone', phone: '+15550100' }),
      await ask(`/factors/${person.app.factorId}/challenge`, {}),
      await ask(`/factors/${person.app.factorId}/verify`, {}),
    ].map(({ body }) => body.error_code);
    expect(codes).toEqual([
      'mfa_totp_enroll_not_enabled',
      'mfa_phone_enroll_not_enabled',
      'mfa_totp_verify_not_enabled',
      'mfa_totp_verify_not_enabled',
    ]);
  });
});

it('a migrated secret in plain text can be used', async () => {
  const person = await auth.newPerson();
  const { data } = await person.client.mfa.enroll({ factorType: 'totp' });
  await auth.sql`
    update auth.mfa_factors set secret = ${data!.totp.secret} where id = ${data!.id}`;
  const { error } = await person.client.mfa.challengeAndVerify({
    factorId: data!.id,
    code: new Authenticator(data!.totp.secret).next(),
  });
  expect(error).toBeNull();
});
