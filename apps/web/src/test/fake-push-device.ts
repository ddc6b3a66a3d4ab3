import { onTestFinished, vi } from 'vitest';

/**
 * A browser that can receive push messages. The person grants the permission when asked.
 *
 * @param permission before that
 * @returns `keys`: those of this site with which it has subscribed
 */
export function fakePushDevice(permission: NotificationPermission) {
  const keys: number[][] = [];
  const state = { permission, stored: new Map<string, Response>(), key: null as Uint8Array | null };
  const subscription = () =>
    state.key && {
      endpoint: 'https://push.example/1',
      options: { applicationServerKey: Uint8Array.from(state.key).buffer },
      toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        state.key = null;
        return true;
      },
    };
  vi.stubGlobal(
    'Notification',
    Object.defineProperty(
      { requestPermission: async () => (state.permission = 'granted') },
      'permission',
      { get: () => state.permission },
    ),
  );
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (path: string) => state.stored.get(path)?.clone(),
      put: async (path: string, response: Response) => void state.stored.set(path, response),
      keys: async () =>
        [...state.stored.keys()].map((path) => ({ url: `http://localhost${path}` })),
      delete: async ({ url }: Request) => state.stored.delete(new URL(url).pathname),
    }),
    delete: async () => state.stored.clear(),
  });
  const registration = {
    getNotifications: async () => [],
    pushManager: {
      getSubscription: async () => subscription(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        state.key = applicationServerKey;
        keys.push([...applicationServerKey]);
        return subscription();
      },
    },
  };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: Object.assign(new EventTarget(), { getRegistration: async () => registration }),
  });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  return {
    keys,
    isSubscribed: () => state.key !== null,
    /** The message with a tag is pressed while no page is open. */
    press: (tag: string) => void state.stored.set(`/pressed/${tag}`, new Response()),
  };
}
