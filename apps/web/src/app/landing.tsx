import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LandingPage } from '#features/marketing/landing-page.tsx';
import { createQueryClient } from '#lib/query-client.ts';
import { Toaster } from '#ui/toaster.tsx';
import '#styles/main.css';

/* The front door as a document of its own: a stranger loads neither the router nor a session. */

const root = document.getElementById('root');
if (!root) throw new Error('landing.html has no element #root.');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <LandingPage />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
