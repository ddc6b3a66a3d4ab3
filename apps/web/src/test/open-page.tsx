import { render } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { AppRoot } from '#app/app-root.tsx';
import { createAppRouter } from '#app/router.tsx';
import { createSessionStore } from '#features/session/session-store.ts';
import type { Settings } from '#lib/site-settings.ts';
import { createTestApp } from './test-app.ts';

/**
 * Opens the whole app at a path as a browser would: what main.tsx does. Network
 * and local storage must be prepared by then.
 */
export async function openPage(path: string, settings?: Settings) {
  history.replaceState(null, '', path);
  const app = createTestApp(settings);
  const session = createSessionStore(app.client);
  const router = createAppRouter({ ...app, session });
  render(<AppRoot app={app} session={session} router={router} />);
  // What is still on its way to a screen that is gone would arrive when there is no window either.
  onTestFinished(() => vi.dynamicImportSettled());
  return { app, ...app, router, session };
}
