import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openSession } from '#features/session/session-store.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { AppRoot } from './app-root.tsx';
import { createApp } from './create-app.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { createAppRouter } from './router.tsx';
import '#styles/main.css';

// Loads the typeface before text needs it: text drawn in a fallback typeface is laid out twice.
void document.fonts.load('1em "Figtree Variable"');

/** How long the document's own logo is shown while the page is not ready, in milliseconds. After that the page shows its loading state. */
const MARK_TIMEOUT_MS = 300;

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function start(): Promise<void> {
  const app = createApp();
  const session = await openSession(app.client);
  const router = createAppRouter({ ...app, session });

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element #root.');
  // The page shows an error when it cannot be loaded.
  await Promise.race([router.load().catch(() => undefined), pause(MARK_TIMEOUT_MS)]);
  const reactRoot = createRoot(root);
  // A transition renders in slices, so that a slow phone handles touches meanwhile.
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        <AppRoot app={app} session={session} router={router} />
      </StrictMode>,
    ),
  );
  // When idle, because the page's own requests come first.
  whenIdle(() => void whenIdle(registerServiceWorker));
}

// A separate task, because evaluating the modules was a long one.
setTimeout(() => void start());
