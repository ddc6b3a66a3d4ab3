import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createSessionStore } from '#features/session/session-store.ts';
import { loadSettings } from '#lib/env.ts';
import { registerServiceWorker } from '#lib/register-service-worker.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { AppRoot } from './app-root.tsx';
import { createApp } from './create-app.ts';
import { createAppRouter } from './router.tsx';
import '#styles/main.css';

// Begun before there is a text that needs it: what is first drawn in a fallback is laid out twice.
void document.fonts.load('1em "Figtree Variable"');

/** How long the document's mark stands for a page that is not ready yet, in milliseconds; then the page says that it loads. */
const PATIENCE = 300;

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function start(): Promise<void> {
  const app = createApp(loadSettings(document));
  const session = createSessionStore(app.client);
  const router = createAppRouter({ ...app, session });

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element #root.');
  // What goes wrong in loading is the page's to say.
  await Promise.race([router.load().catch(() => undefined), pause(PATIENCE)]);
  const reactRoot = createRoot(root);
  // In slices, so that a slow phone answers touches meanwhile.
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        <AppRoot app={app} session={session} router={router} />
      </StrictMode>,
    ),
  );
  // The first visit's own requests go first.
  whenIdle(registerServiceWorker);
}

// After the code itself has been taken in: also that is a slice.
setTimeout(() => void start());
