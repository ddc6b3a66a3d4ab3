import { startTransition, StrictMode, useLayoutEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { PlayerContext } from '#features/player/use-player.ts';
import { signAudio } from '#features/player/sign-audio.ts';
import { openSession } from '#features/session/session-store.ts';
import { nextTask } from '#lib/next-task.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { AppRoot } from './app-root.tsx';
import { createApp } from './create-app.ts';
import { ARRIVAL, type EarlyPage, type TakeOver } from './early/early-page.ts';
import { loadData } from './early/load-data.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { createAppRouter } from './router.tsx';

/* The app on a page that the server has rendered for a visitor: takes the place of that content in one step. */

async function takeOver({ player, signWith }: EarlyPage): Promise<void> {
  const app = createApp();
  const session = await openSession(app.client);
  const router = createAppRouter({ ...app, session });
  let isShown = false;
  // The visitor may have scrolled already.
  router.update({ ...router.options, scrollRestoration: () => isShown });
  signWith(signAudio(app.client));
  // In separate tasks, so that a press on a slow phone waits for one of them only.
  await nextTask();
  await router.load();
  await nextTask();
  await loadData(app);
  await nextTask();

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element #root.');
  const reactRoot = createRoot(root);
  await new Promise<void>((resolve) =>
    // React replaces the content of the root when it commits its first rendering.
    startTransition(() =>
      reactRoot.render(
        <StrictMode>
          <WhenShown then={resolve}>
            <PlayerContext value={player}>
              <AppRoot app={app} session={session} router={router} />
            </PlayerContext>
          </WhenShown>
        </StrictMode>,
      ),
    ),
  );
  isShown = true;
  whenIdle(() => void whenIdle(registerServiceWorker));
}

function WhenShown({ then, children }: { then: () => void; children: ReactNode }) {
  useLayoutEffect(then, [then]);
  return children;
}

dispatchEvent(new CustomEvent<TakeOver>(ARRIVAL, { detail: takeOver }));
