import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { useCallback } from 'react';
import { showPlay } from '#features/drops/patch-drop.ts';
import { PlayerProvider } from '#features/player/player-provider.tsx';
import { PlayerSlot } from '#features/player/player-slot.tsx';
import { useSession } from '#features/session/session-context.ts';
import { AppShell } from '#shell/app-shell.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

/** Keeps the drops on the members' pages live. */
const LiveDrops = lazyPart(() => import('#features/feed/live-drop-toasts.tsx'), {
  preload: 'idle',
});

export const Route = createFileRoute('/_shell')({ component: Shell });

function Shell() {
  const { user, profile } = useSession();
  const queryClient = useQueryClient();
  const onPlay = useCallback((id: string) => showPlay(queryClient, id), [queryClient]);
  return (
    <PlayerProvider listenerId={user?.id} autoplay={profile?.autoplay ?? true} onPlay={onPlay}>
      <AppShell player={<PlayerSlot />}>
        <Outlet />
      </AppShell>
      {user && <LiveDrops viewerId={user.id} />}
    </PlayerProvider>
  );
}
