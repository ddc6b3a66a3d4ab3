import type { App } from '#lib/app.ts';
import { notificationPermission } from '#lib/notification-permission.ts';
import { canPush, pushSubscription, registerDevice, storedDevice } from '#lib/push-device.ts';
import { pushState, turnOffPush } from '#lib/push-here.ts';
import { pushWantedOptions } from './queries.ts';

/** After how long a device is renewed. The settings show when that was. */
const HOUR = 60 * 60 * 1000;

/** After how long without renewal the database deletes a device. */
const KEPT = 60 * 24 * HOUR;

/**
 * Registers this device where it was not, where its browser has changed the subscription, and once an hour. If
 * it was removed in the settings on another device, it ends its subscription instead.
 */
export async function renewDevice(app: App, userId: string): Promise<void> {
  if (!canPush() || notificationPermission() !== 'granted' || pushState(userId) === 'off') return;
  const { client, queryClient } = app;
  const device = await storedDevice();
  if (device?.account === userId && device.endpoint === (await pushSubscription())?.endpoint) {
    const age = Date.now() - device.renewedAt;
    if (age < HOUR) return;
    const { data } = await client
      .from('push_subscriptions')
      .select('id')
      .eq('endpoint', device.endpoint ?? '')
      .throwOnError();
    if (data.length === 0 && age < KEPT) {
      await turnOffPush(userId);
      return;
    }
  }
  if (await queryClient.fetchQuery(pushWantedOptions(client, userId))) {
    await registerDevice(app, userId);
  }
}
