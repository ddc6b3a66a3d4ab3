import type { Notification as Told } from './notification.ts';
import { announcementOptions } from './queries.ts';
import type { App } from '#lib/app.ts';

/** Whether this browser may show notifications of its own, outside of the page. */
export function announcingState(): NotificationPermission | 'unsupported' {
  if (!('Notification' in window)) return 'unsupported';
  const { permission } = window.Notification;
  return permission === 'default' && !canShow() ? 'unsupported' : permission;
}

/** Chromium on Android leaves notifications to service workers, and says so only to who tries. Without permission nothing shows. */
function canShow(): boolean {
  try {
    return new window.Notification('') instanceof EventTarget;
  } catch {
    return false;
  }
}

/** Asks for the browser's permission. Browsers show the question only after a click. */
export async function askToAnnounce(): Promise<void> {
  await window.Notification.requestPermission();
}

/**
 * Shows a new notification as one of the browser's own, if the page is out of
 * sight, the browser has permission, and the recipient wants it: 'Push' in the
 * settings.
 *
 * @param open goes to what it is about, after a click
 */
export async function announce(
  { client, queryClient }: App,
  id: string,
  open: (notification: Told) => void,
): Promise<void> {
  if (!document.hidden || announcingState() !== 'granted') return;
  const announcement = await queryClient
    .fetchQuery(announcementOptions(client, id))
    // The query cache has logged the failure.
    .catch(() => undefined);
  if (!announcement?.isWanted) return;
  const { notification } = announcement;
  const { type, actorName, action, content, dropId = '' } = notification;
  const shown = new window.Notification(`${actorName} ${action}`, {
    ...(content !== undefined && { body: content }),
    icon: '/favicon.svg',
    // One for the same act, in however many tabs it is announced and however often it is done again.
    tag: content === undefined || type === 'like' ? `${type} ${actorName} ${dropId}` : id,
  });
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
    open(notification);
  });
}
