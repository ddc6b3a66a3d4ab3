import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Authenticator } from '@undertone/test-support/authenticator';
import { describe, expect, it } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openBackend } from './fixtures/server.ts';

const backend = await openBackend();

/** The password that `signUp` sets. */
const password = 'correct horse battery';

interface PersonWithFactor extends Person {
  readonly factorId: string;
  readonly authenticator: Authenticator;
}

let people = 0;
const newPerson = () => signUp(backend, `person-${(people += 1)}`);

/** Signs up a person with a verified authenticator app, whose session has used it. */
const signUpWithFactor = async (): Promise<PersonWithFactor> => {
  const person = await newPerson();
  const { mfa } = person.client.auth;
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
  if (error) throw error;
  const authenticator = new Authenticator(data.totp.secret);
  const factorId = data.id;
  const verified = await mfa.challengeAndVerify({ factorId, code: authenticator.next() });
  if (verified.error) throw verified.error;
  return { ...person, factorId, authenticator };
};

/** Signs the person in on another device, with the password alone. */
const signIn = async ({ username }: Person): Promise<SupabaseClient> => {
  const client = visit(backend);
  const email = `${username}@example.com`;
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
};

const levels = async ({ auth }: SupabaseClient) => {
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  return `${data?.currentLevel} of ${data?.nextLevel}`;
};

describe('an authenticator app', () => {
  it('is enrolled, challenged, verified, listed and unenrolled', async () => {
    const { client } = await newPerson();
    const { mfa } = client.auth;
    expect(await levels(client)).toBe('aal1 of aal1');
    const enrolled = await mfa.enroll({
      factorType: 'totp',
      friendlyName: 'app',
      issuer: 'Undertone',
    });
    expect(enrolled.data).toMatchObject({ type: 'totp', friendly_name: 'app' });
    const { id: factorId, totp } = enrolled.data!;
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(totp.uri).toContain(totp.secret);
    expect((await mfa.listFactors()).data).toMatchObject({ all: [{ id: factorId }], totp: [] });

    const { data: challenge } = await mfa.challenge({ factorId });
    const authenticator = new Authenticator(totp.secret);
    const wrong = await mfa.verify({
      factorId,
      challengeId: challenge!.id,
      code: authenticator.wrong(),
    });
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const right = await mfa.verify({
      factorId,
      challengeId: challenge!.id,
      code: authenticator.next(),
    });
    expect(right.data).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(await levels(client)).toBe('aal2 of aal2');
    expect((await mfa.listFactors()).data).toMatchObject({
      totp: [{ id: factorId, status: 'verified', friendly_name: 'app' }],
    });

    expect((await mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    expect((await mfa.listFactors()).data?.all).toEqual([]);
    await client.auth.refreshSession();
    expect(await levels(client)).toBe('aal1 of aal1');
  });

  it('is required at every sign-in, and a refresh keeps the assurance level', async () => {
    const person = await signUpWithFactor();
    const elsewhere = await signIn(person);
    expect(await levels(elsewhere)).toBe('aal1 of aal2');
    await elsewhere.auth.refreshSession();
    expect(await levels(elsewhere)).toBe('aal1 of aal2');
    const { factorId, authenticator } = person;
    const { error } = await elsewhere.auth.mfa.challengeAndVerify({
      factorId,
      code: authenticator.next(),
    });
    expect(error).toBeNull();
    await elsewhere.auth.refreshSession();
    expect(await levels(elsewhere)).toBe('aal2 of aal2');
    const { data } = await elsewhere.auth.getClaims();
    expect(data?.claims).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    await elsewhere.auth.signOut({ scope: 'local' });
    expect(await levels(elsewhere)).toBe('null of null');
    // The first device's session is unchanged.
    expect((await person.client.auth.getUser()).error).toBeNull();
  });
});

it('a session with only the password of an account with a second factor reads and writes nothing', async () => {
  const person = await signUpWithFactor();
  const dropId = await postDrop(person, { privacy_level: 'private' });
  const passwordOnly = await signIn(person);

  const [drops, profiles, notifications, drop, files, upload, signed] = await Promise.all([
    passwordOnly.from('voice_drops').select('id'),
    passwordOnly.from('profiles').select('id'),
    passwordOnly.from('notifications').select('id'),
    passwordOnly.from('voice_drops').delete().eq('id', dropId).select('id'),
    passwordOnly.storage.from('voice-drops').list(person.id),
    passwordOnly.storage
      .from('voice-drops')
      .upload(`${person.id}/1-voice-drop.wav`, new Blob(['x'])),
    passwordOnly.storage.from('voice-drops').createSignedUrl(`${person.id}/1-voice-drop.wav`, 60),
  ]);
  for (const { data } of [drops, profiles, notifications, drop, files]) expect(data).toEqual([]);
  expect(upload.error).not.toBeNull();
  expect(signed.error).not.toBeNull();
  const like = await passwordOnly
    .from('voice_drop_likes')
    .insert({ voice_drop_id: dropId, user_id: person.id });
  expect(like.error).toMatchObject({ code: '42501' });

  const { data } = await person.client.from('voice_drops').select('id').eq('id', dropId);
  expect(data).toEqual([{ id: dropId }]);
});

it('a person who lost the authenticator app signs in again after the operator removes it', async () => {
  const person = await signUpWithFactor();
  const operator = createClient(backend.url, backend.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { mfa } = operator.auth.admin;
  const { data } = await mfa.listFactors({ userId: person.id });
  expect(data?.factors).toMatchObject([{ id: person.factorId, status: 'verified' }]);
  const removed = await mfa.deleteFactor({ id: person.factorId, userId: person.id });
  expect(removed.error).toBeNull();
  const client = await signIn(person);
  expect(await levels(client)).toBe('aal1 of aal1');
  expect((await client.from('profiles').select('id').eq('user_id', person.id)).data).toHaveLength(
    1,
  );
});

describe('a person who lost the authenticator app', () => {
  const recover = async (client: SupabaseClient, code: string) => {
    const { error, response } = await client.functions.invoke('recover-factor', {
      body: { code },
    });
    const refusal: unknown = error && (await response?.json());
    return refusal ?? 'recovered';
  };

  const stateOf = async (client: SupabaseClient): Promise<unknown> =>
    (await client.rpc('recovery_state').single().throwOnError()).data;

  it('signs in with a recovery code, which ends every other session and removes the factor', async () => {
    const person = await signUpWithFactor();
    const { data: codes } = await person.client.rpc('renew_recovery_codes').throwOnError();
    const client = await signIn(person);
    expect(await recover(visit(backend), codes[0])).toMatchObject({ code: 'unauthorized' });
    expect(await recover(client, 'nothing-like-a-code')).toMatchObject({ code: 'wrong_code' });
    expect(await recover(client, 'a\0b')).toMatchObject({ code: 'invalid_request' });
    expect(await recover(client, codes[0])).toBe('recovered');
    expect(await recover(client, codes[1])).toMatchObject({ code: 'no_factor' });

    await client.auth.refreshSession();
    expect(await levels(client)).toBe('aal1 of aal1');
    expect(await stateOf(client)).toMatchObject({ codes: 0, decided_from: null });
    const { data } = await client.from('profiles').select('id').eq('user_id', person.id);
    expect(data).toHaveLength(1);
    expect((await person.client.auth.getUser()).error).toMatchObject({
      name: 'AuthSessionMissingError',
    });
  });

  it('asks staff to remove the factor, and cancels that by signing in with it', async () => {
    const person = await signUpWithFactor();
    const client = await signIn(person);
    const { data: from } = await client
      .rpc('request_factor_removal', { words: 'It was stolen' })
      .throwOnError();
    expect(await stateOf(client)).toMatchObject({ codes: null, decided_from: from });
    const { factorId, authenticator } = person;
    const code = authenticator.next();
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    expect(await stateOf(client)).toMatchObject({ decided_from: null });
  });
});

it('a phone is enrolled, receives its code as a message, and is then a second factor', async () => {
  const { client } = await newPerson();
  const { mfa } = client.auth;
  const enrolled = await mfa.enroll({
    factorType: 'phone',
    phone: '+1 555 010 0001',
    friendlyName: 'mobile',
  });
  expect(enrolled.data).toMatchObject({
    type: 'phone',
    phone: '+1 555 010 0001',
    friendly_name: 'mobile',
  });
  const factorId = enrolled.data!.id;
  const { data: challenge } = await mfa.challenge({ factorId, channel: 'sms' });
  expect(challenge).toMatchObject({ type: 'phone', expires_at: expect.any(Number) });
  const again = await mfa.challenge({ factorId, channel: 'sms' });
  expect(again.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });

  const folder = join(backend.dataDir, 'mail');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sms'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const message = texts.find((text) => text.includes('To: +15550100001'));
  const code = /Your Undertone code is (\d{6})$/m.exec(message ?? '')?.[1] ?? '';
  const verified = await mfa.verify({ factorId, challengeId: challenge!.id, code });
  expect(verified.error).toBeNull();
  expect(await levels(client)).toBe('aal2 of aal2');
  expect((await mfa.listFactors()).data?.phone).toMatchObject([
    { id: factorId, friendly_name: 'mobile' },
  ]);
});
