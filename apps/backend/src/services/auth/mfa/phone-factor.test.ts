import type { ServerResponse } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { startAuth, type Person, refusal } from '../fixtures/running-auth.ts';
import { challenge, everyFactor } from '../fixtures/second-factor.ts';
import { WebhookReceiver } from '../fixtures/webhook-receiver.ts';

const secrets = ['c2VjcmV0IG9mIHRoZSBwcmVzZW50IGRheSE=', 'dGhlIHNlY3JldCBiZWZvcmUgdGhpcyBvbmUh'];

/** A service without a webhook, which writes messages to the folder of mails. */
const auth = await startAuth({ settings: { mfa: everyFactor } });
const receiver = await WebhookReceiver.start(secrets);
afterAll(() => receiver.stop());
/** A service with the webhook. */
const hook = { before_user_created: null, send_sms: { uri: receiver.uri, secrets } };
const hooked = await auth.startAnother({ settings: { mfa: everyFactor, hook } }, afterAll);

let numbers = 0;
const newNumber = () => `1555${String((numbers += 1)).padStart(7, '0')}`;

const addPhone = async ({ client }: Person, phone = newNumber()) => {
  const { data, error } = await client.mfa.enroll({ factorType: 'phone', phone: `+${phone}` });
  if (error) throw error;
  return { factorId: data.id, phone };
};

/** The code in the latest message to a number. */
const readCode = async (phone: string): Promise<string> => {
  const message = (await auth.mails()).findLast((text) => text.includes(`To: +${phone}`));
  const code = /Your code is (\d{6})$/m.exec(message ?? '')?.[1];
  if (!code) throw new Error('no message came');
  return code;
};

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a phone factor', () => {
  it('has codes that work once, for their own challenge, and raise the session', async () => {
    const person = await auth.newPerson();
    const { factorId, phone } = await addPhone(person);
    const first = await challenge(person, factorId);
    const firstCode = await readCode(phone);
    const second = await challenge(person, factorId);
    const secondCode = await readCode(phone);
    const verify = async (challengeId: string, code: string) =>
      (await person.client.mfa.verify({ factorId, challengeId, code })).error?.code;
    expect(await verify(second, another(secondCode))).toBe('mfa_verification_failed');
    expect(await verify(second, secondCode)).toBeUndefined();
    expect(await verify(second, secondCode)).toBe('mfa_ip_address_mismatch');
    expect(await verify(first, another(firstCode))).toBe('mfa_verification_failed');
    expect(await verify(first, firstCode)).toBeUndefined();
    const { data: level } = await person.client.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'mfa/phone' }, { method: 'password' }],
    });
  });

  it('has codes that are stored as a keyed hash only', async () => {
    const person = await auth.newPerson();
    const { factorId, phone } = await addPhone(person);
    const challengeId = await challenge(person, factorId);
    const code = await readCode(phone);
    const stored = () => auth.sql<{ otp_code: string | null }[]>`
      select otp_code from auth.mfa_challenges where id = ${challengeId}`;
    expect(await stored()).toMatchObject([{ otp_code: expect.stringMatching(/^[\w-]{43}$/) }]);
    await person.client.mfa.verify({ factorId, challengeId, code });
    expect(await stored()).toMatchObject([{ otp_code: null }]);
  });

  it('gets no more messages than the settings and limits allow', async () => {
    const slow = await auth.startAnother({
      settings: { mfa: { ...everyFactor, phone: { ...everyFactor.phone, max_frequency: 60 } } },
    });
    const person = await slow.newPerson();
    const { factorId } = await addPhone(person);
    await challenge(person, factorId);
    const refused = await slow.ask(`/factors/${factorId}/challenge`, {
      token: person.session.access_token,
      body: { channel: 'sms' },
    });
    const seconds = refused.headers.get('retry-after');
    const message = `For security purposes, you can only request this after ${seconds} seconds.`;
    expect(refused).toMatchObject(refusal(429, 'over_sms_send_rate_limit', message));
    expect(Number(seconds)).toBeGreaterThan(0);
  });

  it('gets few messages for accounts that have not verified its number, which do not count for the account that has', async () => {
    const owner = await auth.newPerson();
    const { factorId, phone } = await addPhone(owner);
    const challengeId = await challenge(owner, factorId);
    await owner.client.mfa.verify({ factorId, challengeId, code: await readCode(phone) });
    const codes = [];
    for (let number = 0; number < 6; number += 1) {
      const other = await auth.newPerson();
      const theirs = await addPhone(other, phone);
      const { error } = await other.client.mfa.challenge({
        factorId: theirs.factorId,
        channel: 'sms',
      });
      codes.push(error?.code);
    }
    // One of the five messages was the owner's own.
    expect(codes.filter(Boolean)).toEqual(['over_sms_send_rate_limit', 'over_sms_send_rate_limit']);
    await challenge(owner, factorId);
  });

  it('is reached only by text message where there is no webhook', async () => {
    const person = await auth.newPerson();
    const { factorId } = await addPhone(person);
    const { error } = await person.client.mfa.challenge({ factorId, channel: 'whatsapp' });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });
});

describe('the webhook send_sms', () => {
  it('is called with the account and the code, signed with every secret', async () => {
    const person = await hooked.newPerson();
    const { factorId, phone } = await addPhone(person);
    const challengeId = await challenge(person, factorId);
    const call = receiver.calls.at(-1);
    expect(call?.signed).toEqual([true, true]);
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.any(String),
      'webhook-timestamp': expect.stringMatching(/^\d+$/),
    });
    const payload = JSON.parse(call?.body ?? '');
    expect(payload).toMatchObject({
      metadata: { name: 'send-sms', ip_address: '127.0.0.1', uuid: expect.any(String) },
      user: { id: person.id, email: person.email },
      sms: { otp: expect.stringMatching(/^\d{6}$/), sms_type: 'mfa', phone },
    });
    const code = payload.sms.otp;
    expect((await person.client.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
  });

  it('serves every channel that a client requests', async () => {
    const person = await hooked.newPerson();
    const { factorId } = await addPhone(person);
    const { error } = await person.client.mfa.challenge({ factorId, channel: 'whatsapp' });
    expect(error).toBeNull();
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['its response demands a retry', (to) => to.writeHead(503, { 'retry-after': 'true' }).end()],
    ['the connection breaks', (to) => to.destroy()],
  ])('is called again when %s', async (_what, respond) => {
    const person = await hooked.newPerson();
    const { factorId } = await addPhone(person);
    const before = receiver.calls.length;
    receiver.respondWith(respond);
    await challenge(person, factorId);
    expect(receiver.calls).toHaveLength(before + 2);
  });

  it.each([
    ['is down', { status: 500, body: '' }],
    ['refuses the signature', { status: 401, body: '' }],
    ['redirects', { status: 307, body: '' }],
    ['responds with an error', { status: 200, body: '{"error":{"http_code":500,"message":"no"}}' }],
    ['responds with something else', { status: 200, body: 'sent!' }],
    ['sends too much', { status: 200, body: JSON.stringify('x'.repeat(300_000)) }],
  ])(
    'leaves no challenge when it %s, and the next attempt need not wait',
    async (_what, answer) => {
      const person = await hooked.newPerson();
      const { factorId } = await addPhone(person);
      receiver.respondWith((response) =>
        response
          .writeHead(answer.status, { 'content-type': 'application/json', location: receiver.uri })
          .end(answer.body),
      );
      const before = receiver.calls.length;
      const refused = await hooked.ask(`/factors/${factorId}/challenge`, {
        token: person.session.access_token,
        body: { channel: 'sms' },
      });
      expect(refused).toMatchObject(refusal(500, 'unexpected_failure', 'error invoking hook'));
      expect(receiver.calls).toHaveLength(before + 1);
      const [left] = await auth.sql`
      select last_challenged_at, (
        select count(*)::int from auth.mfa_challenges where factor_id = mfa_factors.id
      ) as challenges from auth.mfa_factors where id = ${factorId}`;
      expect(left).toEqual({ last_challenged_at: null, challenges: 0 });
      await challenge(person, factorId);
    },
  );
});
