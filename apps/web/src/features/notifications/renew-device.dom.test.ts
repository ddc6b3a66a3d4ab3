import { beforeEach, expect, it, vi } from 'vitest';
import { pushSubscription, registerDevice } from '#lib/push-device.ts';
import { turnOffPush } from '#lib/push-here.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakePushDevice } from '#test/fake-push-device.ts';
import { rememberSession } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { renewDevice } from './renew-device.ts';

const ME = 'id-of-mira';
const HOUR = 60 * 60 * 1000;

beforeEach(() => rememberSession('mira'));

/** A device that an account has registered some hours ago, and perhaps removed from another device. */
async function registered({ hours = 0, isRemoved = false } = {}) {
  const device = fakePushDevice('granted');
  const { requests } = fakeBackend({
    'GET /rest/v1/profiles': () => json({ push_notifications: true }),
    'GET /rest/v1/push_subscriptions': () => json(isRemoved ? [] : [{ id: '1' }]),
    'GET /functions/v1/push': () => json({ publicKey: 'AQID' }),
    'POST /rest/v1/rpc/register_push': () => json('1'),
  });
  const app = createTestApp();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hours * HOUR });
  await registerDevice(app, ME);
  vi.useRealTimers();
  /** @returns whether the start of the app has registered the device */
  const start = async () => {
    requests.length = 0;
    await renewDevice(app, ME);
    return requests.some(({ url }) => url.endsWith('/register_push'));
  };
  return { device, requests, start };
}

it('a device is renewed once an hour', async () => {
  const { requests, start } = await registered({ hours: 0.9 });
  expect(await start()).toBe(false);
  expect(requests).toEqual([]);
  const older = await registered({ hours: 1 });
  expect(await older.start()).toBe(true);
  expect(await older.start()).toBe(false);
});

it('a device whose browser has lost the subscription is registered at once', async () => {
  const { start } = await registered();
  await (await pushSubscription())?.unsubscribe();
  expect(await start()).toBe(true);
});

it('a device that was removed in its settings is not registered by the next start', async () => {
  const { start } = await registered();
  await turnOffPush(ME);
  expect(await start()).toBe(false);
});

it('a device that was removed on another one ends its subscription', async () => {
  const { device, start } = await registered({ hours: 1, isRemoved: true });
  expect(await start()).toBe(false);
  expect(device.isSubscribed()).toBe(false);
  expect(await start()).toBe(false);
});

it('a device that the database has deleted after 60 days is registered again', async () => {
  const { start } = await registered({ hours: 60 * 24, isRemoved: true });
  expect(await start()).toBe(true);
});
