import { MutationObserver } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { canPush, takePressedTags } from '#lib/push-device.ts';
import { markReadOptions } from './mutations.ts';

/**
 * Opens the paths of pressed push messages, as the service worker asks this page to, and marks as read what
 * pressed messages have announced, also before this page was opened.
 *
 * @returns a function that stops it
 */
export function openPressedPushes(app: App, userId: string, router: AnyRouter): () => void {
  if (!canPush()) return () => undefined;
  const markRead = async () => {
    for (const tag of await takePressedTags()) {
      void new MutationObserver(app.queryClient, markReadOptions(app, userId))
        .mutate(tag)
        // The mutation logs its own failures.
        .catch(() => {});
    }
  };
  const start = () =>
    void markRead().catch((cause: unknown) =>
      logFailure('The pressed messages could not be read.', cause),
    );
  const open = ({ data, ports }: MessageEvent<{ kind?: string; path?: string } | null>) => {
    if (data?.kind !== 'open' || data.path === undefined) return;
    ports[0]?.postMessage('opened');
    void router.navigate({ href: data.path });
    start();
  };
  navigator.serviceWorker.addEventListener('message', open);
  start();
  return () => navigator.serviceWorker.removeEventListener('message', open);
}
