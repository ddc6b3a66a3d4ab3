import type { Notification as AppNotification } from './notification.ts';
import { announcementOptions } from './queries.ts';
import type { App } from '#lib/app.ts';
import { notificationPermission } from '#lib/notification-permission.ts';
import { storedDevice } from '#lib/push-device.ts';
import { sleeveImage } from '#ui/sleeve-image.ts';

/** The side of the icon, a drop's sleeve, in pixels. */
const ICON_SIZE = 192;

/**
 * Shows a new notification through the browser, if the page is hidden, permission was granted,
 * 'Push' is on in the recipient's settings, and this device receives no push messages.
 *
 * @param open navigates to the notification's subject after a click
 */
export async function showBrowserNotification(
  { client, queryClient }: App,
  userId: string,
  id: string,
  open: (notification: AppNotification) => void,
): Promise<void> {
  if (!document.hidden || notificationPermission() !== 'granted') return;
  // The service worker shows it.
  if ((await storedDevice())?.account === userId) return;
  const result = await queryClient
    .fetchQuery(announcementOptions(client, id))
    // The query cache has logged the failure.
    .catch(() => undefined);
  if (!result?.isWanted) return;
  const { notification, clip } = result;
  const { type, actorName, action, content, dropId = '' } = notification;
  const shown = new window.Notification(`${actorName} ${action}`, {
    ...(content !== undefined && { body: content }),
    icon: (clip && sleeveImage(clip, ICON_SIZE)) ?? '/favicon.svg',
    // The same tag replaces a shown notification, in every tab and when the same act is repeated.
    tag: content === undefined || type === 'like' ? `${type} ${actorName} ${dropId}` : id,
  });
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
    open(notification);
  });
}
