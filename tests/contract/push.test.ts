import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { PUSH_DEVICES_MAX } from '@undertone/domain/limits';
import { startBackend } from '@undertone/test-support/backend';
import { PushService, type TestSubscription } from '@undertone/test-support/push-service';
import postgres from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';

const service = new PushService();
await service.start();
const env = { PUSH_ORIGINS: service.origin };
const connect = () => postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
let backend = await startBackend({ env });
let sql = connect();
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

/** Lets everything that waits be due now, and has it sent. @returns once everything is finished */
const deliverAgain = async () => {
  await sql`
    update private.outbox set due = now(), claimed_at = claimed_at - interval '2 minutes'
    where ended_at is null and target is not null`;
  const operator = visit({ url: backend.url, publishableKey: backend.secretKey });
  const { error } = await operator.functions.invoke('push', { body: { requestedAt: 0 } });
  if (error) throw error;
};

/** How often the message of each of these drops has failed. */
const attemptsOf = async (...drops: string[]) => {
  const rows = await sql<{ attempts: number }[]>`
    select attempts from private.outbox
    where ended_at is null and topic = any (${drops.map((drop) => `like:${drop}`)}) order by id`;
  return rows.map(({ attempts }) => attempts);
};

it('a message reaches its recipient’s device once it was unread for three seconds, without its words', async () => {
  const { person, device } = await join('reader');
  const { data: conversation } = await fan.client
    .rpc('open_conversation', { person: person.id })
    .throwOnError();
  await fan.client
    .rpc('send_message', { id: randomUUID(), conversation, content: 'A secret' })
    .throwOnError();
  // Sooner than the job that requests what was missed.
  await expect.poll(() => device.received).toHaveLength(1);
  expect(device.received[0]!.content).toEqual({
    account: person.id,
    title: 'New message',
    body: 'It is a request. Open Undertone to accept or delete it.',
    tag: `message:${conversation}`,
    path: `/messages/${conversation}`,
  });
});

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

it('what happens while the push service is down is sent once afterwards', async () => {
  const [one, other] = [await join('patient'), await join('calm')];
  service.stop();
  await like(one.drop);
  await like(other.drop);
  await expect.poll(() => attemptsOf(one.drop, other.drop)).toEqual([1, 1]);
  // The next attempts are after 1, 2, 4 and 8 minutes.
  for (const attempts of [2, 3, 4]) {
    await deliverAgain();
    expect(await attemptsOf(one.drop, other.drop)).toEqual([attempts, attempts]);
  }
  await service.start(Number(new URL(service.origin).port));
  await deliverAgain();
  await deliverAgain();
  for (const { device } of [one, other]) expect(device.requests).toBe(1);
  expect(await attemptsOf(one.drop, other.drop)).toEqual([]);
});

it('the devices of one account that respond late delay no others', async () => {
  const [slow, quick] = [await join('slow'), await join('quick')];
  const held: ServerResponse[] = [];
  const devices = Array.from({ length: PUSH_DEVICES_MAX }, () => service.subscribe());
  for (const device of devices) {
    device.answer = (response) => void held.push(response);
    await register(slow.person, device);
  }
  await like(slow.drop);
  await expect.poll(() => held.length).toBe(PUSH_DEVICES_MAX);
  await like(quick.drop);
  await expect.poll(() => quick.device.received).toHaveLength(1);
  expect(held.filter(({ destroyed }) => destroyed)).toEqual([]);
  for (const response of held) response.writeHead(201).end();
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

it('a backend that is killed repeats at most the request that was under way', async () => {
  const [done, waiting, open] = [await join('done'), await join('waiting'), await join('open')];
  await like(done.drop);
  waiting.device.status = 503;
  await like(waiting.drop);
  await expect.poll(() => attemptsOf(done.drop, waiting.drop)).toEqual([1]);
  open.device.answer = () => undefined;
  await like(open.drop);
  await expect.poll(() => open.device.requests).toBe(1);

  await sql.end();
  await backend.kill();
  backend = await startBackend({ dataDir: backend.dataDir, env });
  sql = connect();
  waiting.device.status = 201;
  open.device.answer = (response) => response.writeHead(201).end();
  await deliverAgain();
  await deliverAgain();
  expect(done.device.requests).toBe(1);
  expect(waiting.device.received).toHaveLength(1);
  expect(open.device.requests).toBe(2);
});
