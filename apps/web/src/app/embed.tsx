import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { EmbedPlayer } from '#features/embed/embed-player.tsx';
import { AppProvider } from './app-provider.tsx';
import { createApp } from './create-app.ts';
import '#styles/main.css';

/* The player that other sites embed, at /embed/{id}. */

const root = document.getElementById('root');
if (!root) throw new Error('embed.html has no element #root.');
const app = createApp();
const id = location.pathname.split('/').at(2) ?? '';

createRoot(root).render(
  <StrictMode>
    <AppProvider app={app}>
      <EmbedPlayer id={id} />
    </AppProvider>
  </StrictMode>,
);
