import { createECDH } from 'node:crypto';
import { PushService, type TestSubscription } from '@undertone/test-support/push-service';
import { afterAll, expect, it } from 'vitest';
import { PushSender } from './send-push.ts';

const pair = createECDH('prime256v1');
const keys = {
  publicKey: pair.generateKeys('base64url'),
  privateKey: pair.getPrivateKey('base64url'),
  subject: 'mailto:operator@example.com',
};

const service = new PushService();
await service.start();
afterAll(() => service.stop());

const send = (
  device: TestSubscription,
  { endpoint = device.endpoint, isNamed = true, timeout = 10_000 } = {},
) => {
  const { p256dh, auth } = device;
  const event = { id: 1, kind: 'test', account: 'account', topic: 'test' } as const;
  return new PushSender(keys, timeout).send({ ...event, endpoint, p256dh, auth, isNamed });
};

it.each([
  [200, 'delivered'],
  [201, 'delivered'],
  [400, 'refused'],
  [413, 'refused'],
  [403, 'failed'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'failed'],
  [503, 'failed'],
])('the status %i means that a message is %s', async (status, outcome) => {
  const device = service.subscribe();
  device.status = status;
  expect(await send(device)).toBe(outcome);
});

it('a key that is no point of the curve belongs to no device', async () => {
  const device = service.subscribe();
  const p256dh = Buffer.alloc(65, 4).toString('base64url');
  expect(await send({ ...device, p256dh })).toBe('gone');
  expect(device.requests).toBe(0);
});

it('a request without a response in time has failed', async () => {
  const device = service.subscribe();
  device.answer = () => undefined;
  expect(await send(device, { timeout: 200 })).toBe('failed');
});

it('the content of a response is not read', async () => {
  const device = service.subscribe();
  const closed = new Promise((resolve) => {
    device.answer = (response) => {
      const write = (): void => {
        while (response.write('x'.repeat(10_000)));
      };
      response.once('close', resolve).on('drain', write).writeHead(201);
      write();
    };
  });
  expect(await send(device)).toBe('delivered');
  await closed;
});

it('a redirect is not followed', async () => {
  const [device, other] = [service.subscribe(), service.subscribe()];
  device.answer = (response) => response.writeHead(307, { location: other.endpoint }).end();
  expect(await send(device)).toBe('refused');
  expect(other.requests).toBe(0);
});

it('a name with an address that is not public is connected to only if the operator has named it', async () => {
  const device = service.subscribe();
  const endpoint = device.endpoint.replace('127.0.0.1', 'localhost');
  expect(await send(device, { endpoint, isNamed: false })).toBe('failed');
  expect(device.requests).toBe(0);
  await send(device, { endpoint });
  expect(device.requests).toBe(1);
});
