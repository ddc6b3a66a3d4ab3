import type { App } from './app.ts';
import type { SupabaseClient } from './supabase.ts';

/** The cache in which the service worker (public/sw.js) finds the account whose messages it may show. */
const CACHE = 'undertone-push';
const ACCOUNT = '/push-account';

/** The path under which the service worker keeps the tags of pressed messages. */
const PRESSED = '/pressed/';

export const pushKeys = {
  devices: (userId: string) => ['push', userId] as const,
};

/** Whether this browser can receive push messages. Safari on iPhones and iPads can once the app is installed. */
export const canPush = (): boolean =>
  'PushManager' in window && 'serviceWorker' in navigator && 'caches' in window;

/** This device as it was last registered; undefined if it is not. */
export async function storedDevice() {
  if (!canPush()) return undefined;
  const stored = await (await caches.open(CACHE)).match(ACCOUNT);
  if (!stored) return undefined;
  const { headers } = stored;
  return {
    /** The account whose messages it receives. */
    account: await stored.text(),
    endpoint: headers.get('endpoint'),
    /** ms since 1970. */
    renewedAt: Date.parse(headers.get('renewed-at') ?? ''),
  };
}

/** The tags of the messages that were pressed since the last call. */
export async function takePressedTags(): Promise<string[]> {
  const cache = await caches.open(CACHE);
  const requests = await cache.keys();
  const taken = requests.map(async (request) => {
    const { pathname } = new URL(request.url);
    const isPressed = pathname.startsWith(PRESSED) && (await cache.delete(request));
    return isPressed ? [pathname.slice(PRESSED.length)] : [];
  });
  return (await Promise.all(taken)).flat();
}

/** The subscription of this device at its push service; null without one. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  // Only a built site has a service worker.
  const registration = canPush() ? await navigator.serviceWorker.getRegistration() : undefined;
  return (await registration?.pushManager.getSubscription()) ?? null;
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) =>
    each.charCodeAt(0),
  );

const isOfKey = ({ options }: PushSubscription, key: Uint8Array): boolean =>
  options.applicationServerKey !== null &&
  String(new Uint8Array(options.applicationServerKey)) === String(key);

/** The key of this site, with which devices subscribe. */
async function readKey(client: SupabaseClient): Promise<Uint8Array<ArrayBuffer>> {
  const functions = await client.functions();
  const { data, error } = await functions.invoke<{ publicKey: string }>('push', { method: 'GET' });
  if (error) throw error;
  if (!data) throw new Error('The key for push messages is missing.');
  return fromBase64Url(data.publicKey);
}

/**
 * Registers this device for the push messages of an account, or renews it: browsers change a subscription
 * without a notice. The permission for notifications has to be granted before.
 */
export async function registerDevice({ client, queryClient }: App, userId: string): Promise<void> {
  const registration = canPush() ? await navigator.serviceWorker.getRegistration() : undefined;
  if (!registration) return;
  const key = await readKey(client);
  let subscription = await registration.pushManager.getSubscription();
  if (subscription && !isOfKey(subscription, key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await client.rpc('register_push', { endpoint, p256dh, auth_secret: auth }).throwOnError();
  const headers = { endpoint, 'renewed-at': new Date().toISOString() };
  await (await caches.open(CACHE)).put(ACCOUNT, new Response(userId, { headers }));
  await queryClient.invalidateQueries({ queryKey: pushKeys.devices(userId) });
}

/**
 * Ends push messages on this device, also without a network: the service worker shows none any more, and
 * the push service forgets the subscription.
 */
export async function unregisterDevice(): Promise<void> {
  if (!canPush()) return;
  await caches.delete(CACHE);
  const registration = await navigator.serviceWorker.getRegistration();
  const shown = (await registration?.getNotifications()) ?? [];
  for (const notification of shown) notification.close();
  // Not awaited: where nothing shows a badge, Chromium may never answer.
  navigator.clearAppBadge?.().catch(() => undefined);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
