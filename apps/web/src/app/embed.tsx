import { readMoment } from '@undertone/domain/moment';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { EmbedPlayer } from '#features/embed/embed-player.tsx';
import { AppProvider } from './app-provider.tsx';
import { createApp } from './create-app.ts';
import '#styles/main.css';

/* The player that other sites embed, at /embed/{id}, with its theme (public/start.js) and its start (`?t=12`). */

const root = document.getElementById('root');
if (!root) throw new Error('embed.html has no element #root.');
const app = createApp();
const id = location.pathname.split('/').at(2) ?? '';
const moment = readMoment(new URLSearchParams(location.search).get('t'));

createRoot(root).render(
  <StrictMode>
    <AppProvider app={app}>
      <EmbedPlayer id={id} moment={moment} />
    </AppProvider>
  </StrictMode>,
);
