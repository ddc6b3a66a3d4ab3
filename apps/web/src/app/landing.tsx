import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LandingPage } from '#features/marketing/landing-page.tsx';
import { AppContext } from '#lib/app.ts';
import { lazyCode } from '#lib/lazy-code.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Toaster } from '#ui/toaster.tsx';
import '#styles/main.css';

/* The landing page is a separate document: its visitors load neither the router nor the session. */

const root = document.getElementById('root');
if (!root) throw new Error('landing.html has no element #root.');

const Announcements = lazyPart(() => import('#ui/announcements.tsx'), { preload: 'idle' });

/** The app's code is loaded by the first dialog that needs the backend, not with the page. */
const loadApp = lazyCode(async () => {
  const { createApp } = await import('./create-app.ts');
  return createApp();
});

createRoot(root).render(
  <StrictMode>
    <AppContext value={loadApp}>
      <LandingPage />
      <Announcements />
      <Toaster />
    </AppContext>
  </StrictMode>,
);
