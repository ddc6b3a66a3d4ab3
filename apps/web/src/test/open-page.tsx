import { render } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { AppRoot } from '#app/app-root.tsx';
import { createAppRouter } from '#app/router.tsx';
import { createSessionStore } from '#features/session/session-store.ts';
import type { Settings } from '#lib/site-settings.ts';
import { createTestApp } from './test-app.ts';

/**
 * Opens the app at a path, as main.tsx does. Prepare the backend and local storage before.
 */
export async function openPage(path: string, settings?: Settings) {
  history.replaceState(null, '', path);
  const app = createTestApp(settings);
  const session = createSessionStore(app.client);
  const router = createAppRouter({ ...app, session });
  render(<AppRoot app={app} session={session} router={router} />);
  // An import that resolves after the test file has ended would find no window.
  onTestFinished(() => vi.dynamicImportSettled());
  return { app, ...app, router, session };
}
