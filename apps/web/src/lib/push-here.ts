import { toast } from '#ui/toast.ts';
import { accountKey } from './account-local-storage.ts';
import type { App } from './app.ts';
import { errorMessage } from './backend-error.ts';
import { readLocalItem, writeLocalItem } from './local-item.ts';
import { logFailure } from './log.ts';
import { registerDevice, unregisterDevice } from './push-device.ts';

/** Whether an account was asked on this device, or has removed it. */
type PushState = 'offered' | 'off';

/** What an account has decided about push messages on this device; null if it was not asked. */
export const pushState = (userId: string) => readLocalItem(accountKey('push', userId));

export const storePushState = (userId: string, state: PushState) =>
  writeLocalItem(accountKey('push', userId), state);

/**
 * Registers this device for push messages, for which the browser has given its permission. Shows a failure.
 *
 * @returns whether it receives them now
 */
export async function turnOnPush(app: App, userId: string): Promise<boolean> {
  try {
    await registerDevice(app, userId);
    storePushState(userId, 'offered');
    return true;
  } catch (cause) {
    logFailure('The device could not be registered for push messages.', cause);
    toast.error('Push could not be turned on here', { description: errorMessage(cause) });
    return false;
  }
}

/** Ends push messages on this device until the account turns them on here again, or signs in anew. */
export async function turnOffPush(userId: string): Promise<void> {
  storePushState(userId, 'off');
  await unregisterDevice();
}
