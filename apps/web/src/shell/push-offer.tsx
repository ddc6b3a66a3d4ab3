import { useEffect } from 'react';
import { pushWantedOptions } from '#features/notifications/queries.ts';
import { POSTED_EVENT } from '#features/recorder/post/post-toasts.ts';
import { accountKey } from '#lib/account-local-storage.ts';
import { useApp, type App } from '#lib/app.ts';
import { errorMessage } from '#lib/backend-error.ts';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';
import { logFailure } from '#lib/log.ts';
import { notificationPermission } from '#lib/notification-permission.ts';
import { canPush, registerDevice } from '#lib/push-device.ts';
import { toast } from '#ui/toast.ts';

/**
 * Offers push messages once on a device: after the first posted drop or the first follow there, when somebody
 * may answer. Settings has the same switch. Renders nothing.
 */
export default function PushOffer({ userId }: { userId: string }) {
  const app = useApp();
  useEffect(() => {
    const offer = () =>
      void offerPush(app, userId).catch((cause: unknown) =>
        logFailure('Push messages could not be offered.', cause),
      );
    // The key of a hashtag has a #.
    const stop = app.edits.onChanged((key, value) => {
      if (/^follow [^#]/.test(key) && value !== 'none') offer();
    });
    addEventListener(POSTED_EVENT, offer);
    return () => {
      stop();
      removeEventListener(POSTED_EVENT, offer);
    };
  }, [app, userId]);
  return null;
}

async function offerPush(app: App, userId: string): Promise<void> {
  const offered = accountKey('push-offered', userId);
  if (!canPush() || notificationPermission() !== 'default' || readLocalItem(offered)) return;
  if (!(await app.queryClient.fetchQuery(pushWantedOptions(app.client, userId)))) return;
  // Another act may have come meanwhile.
  if (readLocalItem(offered)) return;
  writeLocalItem(offered, 'yes');
  toast.info('Know when somebody answers', {
    description: 'This device can notify you, also while Undertone is closed.',
    action: { label: 'Turn on', onPress: () => void turnOn(app, userId) },
  });
}

async function turnOn(app: App, userId: string): Promise<void> {
  try {
    if ((await window.Notification.requestPermission()) !== 'granted') return;
    await registerDevice(app, userId);
    toast.success('Push is on for this device');
  } catch (cause) {
    logFailure('The device could not be registered for push messages.', cause);
    toast.error('Push could not be turned on here', { description: errorMessage(cause) });
  }
}
