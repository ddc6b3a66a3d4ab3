import { logFailure } from '#lib/log.ts';

/** Registers the service worker of a built site, which caches the app for offline use. In development the files change too often. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/sw.js')
    .catch((cause: unknown) => logFailure('The app cannot be kept for offline use.', cause));
}
