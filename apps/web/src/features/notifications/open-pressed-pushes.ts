import type { AnyRouter } from '@tanstack/react-router';

/**
 * Opens the paths of pressed push messages, as the service worker asks this page to.
 *
 * @returns a function that stops it
 */
export function openPressedPushes(router: AnyRouter): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const open = ({ data, ports }: MessageEvent<{ kind?: string; path?: string } | null>) => {
    if (data?.kind !== 'open' || data.path === undefined) return;
    ports[0]?.postMessage('opened');
    void router.navigate({ href: data.path });
  };
  navigator.serviceWorker.addEventListener('message', open);
  return () => navigator.serviceWorker.removeEventListener('message', open);
}
