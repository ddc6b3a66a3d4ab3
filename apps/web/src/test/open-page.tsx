import { cleanup, render } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { AppRoot } from '#app/app-root.tsx';
import { createAppRouter } from '#app/router.tsx';
import { openSession } from '#features/session/session-store.ts';
import type { Settings } from '#lib/site-settings.ts';
import { Route as ShellRoute } from '#routes/_shell.tsx';
import { AppShell } from '#shell/app-shell.tsx';
import type { FrameProps } from '#shell/frame.tsx';
import { createTestApp } from './test-app.ts';

/** Opens the whole app at a path, as main.tsx does. Prepare the backend and local storage before. */
export function openApp(path: string, settings?: Settings) {
  ShellRoute.update({ component: AppShell });
  return open(path, settings);
}

/** Opens the page at a path, and the player, without the navigation around them. */
export function openPage(path: string, settings?: Settings) {
  ShellRoute.update({ component: PageAlone });
  return open(path, settings);
}

/** Loads the open page again: the entry of the tab's history and the tab's storage stay. */
export function reloadPage() {
  dispatchEvent(new Event('pagehide'));
  const stored = Object.entries(sessionStorage);
  cleanup();
  for (const [key, value] of stored) sessionStorage.setItem(key, String(value));
  const value = performance.timeOrigin + 1;
  Object.defineProperty(performance, 'timeOrigin', { configurable: true, value });
  // Other modules of the same worker receive `pagehide` too, and would consider the page left.
  dispatchEvent(new Event('pageshow'));
  return open(location.pathname + location.search, undefined, history.state);
}

const PageAlone = () => <AppShell frame={BareFrame} />;

function BareFrame({ player, children }: FrameProps) {
  return (
    <>
      <main>{children}</main>
      {player}
    </>
  );
}

async function open(path: string, settings: Settings | undefined, state: unknown = null) {
  history.replaceState(state, '', path);
  const app = createTestApp(settings);
  const session = await openSession(app.client);
  const router = createAppRouter({ ...app, session });
  render(<AppRoot app={app} session={session} router={router} />);
  // An import that resolves after the test file has ended would find no window.
  onTestFinished(() => vi.dynamicImportSettled());
  return { app, ...app, router, session };
}
