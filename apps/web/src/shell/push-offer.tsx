import { useEffect } from 'react';
import { pushWantedOptions } from '#features/notifications/queries.ts';
import { POSTED_EVENT } from '#features/recorder/post/post-toasts.ts';
import { useApp, type App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { notificationPermission } from '#lib/notification-permission.ts';
import { canPush } from '#lib/push-device.ts';
import { pushState, storePushState, turnOnPush } from '#lib/push-here.ts';
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
  if (!canPush() || notificationPermission() !== 'default' || pushState(userId)) return;
  if (!(await app.queryClient.fetchQuery(pushWantedOptions(app.client, userId)))) return;
  // Another act may have come meanwhile.
  if (pushState(userId)) return;
  storePushState(userId, 'offered');
  toast.info('Know when somebody answers', {
    description: 'This device can notify you, also while Undertone is closed.',
    action: { label: 'Turn on', onPress: () => void turnOn(app, userId).catch(logRefusal) },
  });
}

const logRefusal = (cause: unknown) =>
  logFailure('The permission for notifications could not be requested.', cause);

async function turnOn(app: App, userId: string): Promise<void> {
  if ((await window.Notification.requestPermission()) !== 'granted') return;
  if (await turnOnPush(app, userId)) toast.success('Push is on for this device');
}
