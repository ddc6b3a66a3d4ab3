import type { AnyRouter } from '@tanstack/react-router';
import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { canPush, takePressedTags } from '#lib/push-device.ts';
import { markRead } from './mutations.ts';

/**
 * Opens the paths of pressed push messages, as the service worker asks this page to, and marks as read what
 * pressed messages have announced, also before this page was opened.
 *
 * @returns a function that stops it
 */
export function openPressedPushes(app: App, userId: string, router: AnyRouter): () => void {
  if (!canPush()) return () => undefined;
  const markPressed = () => {
    takePressedTags()
      .then((tags) => tags.forEach((tag) => markRead(app, userId, tag)))
      .catch((cause: unknown) => logFailure('The pressed messages could not be read.', cause));
  };
  const open = ({ data, ports }: MessageEvent<{ kind?: string; path?: string } | null>) => {
    if (data?.kind !== 'open' || data.path === undefined) return;
    ports[0]?.postMessage('opened');
    void router.navigate({ href: data.path });
    markPressed();
  };
  navigator.serviceWorker.addEventListener('message', open);
  markPressed();
  return () => navigator.serviceWorker.removeEventListener('message', open);
}
