import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { EmbedPlayer } from '#features/embed/embed-player.tsx';
import { createQueryClient } from '#lib/query-client.ts';
import '#styles/main.css';

/* The small player that stands in other sites, at /embed/{id}. */

const root = document.getElementById('root');
if (!root) throw new Error('embed.html has no element #root.');
const id = location.pathname.split('/').at(2) ?? '';

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <EmbedPlayer id={id} />
    </QueryClientProvider>
  </StrictMode>,
);
