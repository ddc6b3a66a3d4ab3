import { logFailure } from './log.ts';

/**
 * Lets the browser keep the app for when there is no network. Only of a built
 * site: in development its files change under it.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/sw.js')
    .catch((cause: unknown) => logFailure('The app cannot be kept for offline use.', cause));
}
