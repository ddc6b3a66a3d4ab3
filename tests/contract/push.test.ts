import { startBackend } from '@undertone/test-support/backend';
import { PushService, type TestSubscription } from '@undertone/test-support/push-service';
import postgres from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';

const service = new PushService();
await service.start();
const backend = await startBackend({ env: { PUSH_ORIGINS: service.origin } });
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
afterAll(async () => {
  await sql.end();
  await backend.stop();
  service.stop();
});

const register = async (
  { client }: Person,
  { endpoint, p256dh, auth }: TestSubscription,
): Promise<string> => {
  const { data, error } = await client.rpc('register_push', {
    endpoint,
    p256dh,
    auth_secret: auth,
  });
  if (error) throw error;
  return data;
};

/** A person whose device receives push messages, and a drop of theirs. */
const join = async (name: string) => {
  const person = await signUp(backend, name);
  const device = service.subscribe();
  const id = await register(person, device);
  return { person, device, id, drop: await postDrop(person, { title: 'Good morning' }) };
};

const fan = await signUp(backend, 'fan');

const like = (drop: string) =>
  fan.client
    .from('voice_drop_likes')
    .insert({ user_id: fan.id, voice_drop_id: drop })
    .throwOnError();

/** Lets everything that waits be due now, and requests it as the job does. */
const deliverAgain = async () => {
  await sql`update private.outbox set due = now() where ended_at is null and target is not null`;
  await sql`delete from private.delivery_requests`;
  await sql`select private.request_missed_deliveries()`;
};

it('a like reaches the device of the drop’s owner, encrypted and signed', async () => {
  const { person, device, drop } = await join('owner');
  await like(drop);
  await expect.poll(() => device.received).toHaveLength(1);
  const { content, headers } = device.received[0]!;
  expect(content).toEqual({
    account: person.id,
    title: 'fan liked your voice drop',
    body: 'Good morning',
    tag: `like:${drop}`,
    path: `/voice-drop/${drop}`,
    unread: 1,
  });
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    urgency: 'normal',
  });
  expect(headers['topic']).toMatch(/^[A-Za-z0-9_-]{1,32}$/);
  const { data } = await visit(backend).functions.invoke('push', { method: 'GET' });
  expect(headers['authorization']).toContain(`k=${data.publicKey}`);
  expect(device.problems).toEqual([]);
});

it('a message is sent once more after the push service has failed, and never twice', async () => {
  const { device, drop } = await join('patient');
  device.status = 503;
  await like(drop);
  await expect.poll(() => device.requests).toBe(1);
  const attempts = async () => [
    ...(await sql`select attempts from private.outbox
    where ended_at is null and topic = ${`like:${drop}`}`),
  ];
  await expect.poll(attempts).toEqual([{ attempts: 1 }]);
  device.status = 201;
  await deliverAgain();
  await expect.poll(() => device.received).toHaveLength(1);
  const waiting = () =>
    sql`select from private.outbox where ended_at is null and target is not null`;
  await expect.poll(async () => (await waiting()).length).toBe(0);
  expect(device.requests).toBe(2);
});

it('a device that the push service does not know any more is removed', async () => {
  const { person, device, drop } = await join('mover');
  device.status = 410;
  await like(drop);
  const devices = async () => (await person.client.from('push_subscriptions').select('id')).data;
  await expect.poll(devices).toEqual([]);
});

it('a test reaches the device that it names', async () => {
  const { person, device, id } = await join('tester');
  await person.client.rpc('send_test_push', { device: id }).throwOnError();
  await expect.poll(() => device.received).toMatchObject([{ content: { tag: 'test' } }]);
});

it('a device ends with its session', async () => {
  const { person, device, drop } = await join('leaver');
  await person.client.auth.signOut();
  await like(drop);
  expect(
    await sql`select from push_subscriptions where endpoint = ${device.endpoint}`,
  ).toHaveLength(0);
  await deliverAgain();
  expect(device.requests).toBe(0);
});

it('nobody without the secret key can have deliveries sent', async () => {
  for (const client of [visit(backend), fan.client]) {
    const { error } = await client.functions.invoke('push', { body: {} });
    expect(error?.context.status).toBe(403);
  }
});
