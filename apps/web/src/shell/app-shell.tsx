import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, type ComponentType } from 'react';
import { showPlay } from '#features/drops/patch-drop.ts';
import { PlayerProvider } from '#features/player/player-provider.tsx';
import { PlayerSlot } from '#features/player/player-slot.tsx';
import { Recorder } from '#features/recorder/recorder.tsx';
import { useSession } from '#features/session/session-context.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Frame, type FrameProps } from './frame.tsx';

/** Keeps the drops on the members' pages live. */
const LiveDrops = lazyPart(() => import('#features/feed/live-drop-toasts.tsx'), {
  preload: 'idle',
});

/** What stays while the app's pages change: the player, live drops, and the frame around the page. */
export function AppShell({ frame: Around = Frame }: { frame?: ComponentType<FrameProps> }) {
  const { user, profile } = useSession();
  const queryClient = useQueryClient();
  usePreloadedRecorder(user !== undefined);
  const onPlay = useCallback((id: string) => showPlay(queryClient, id), [queryClient]);
  return (
    <PlayerProvider listenerId={user?.id} autoplay={profile?.autoplay ?? true} onPlay={onPlay}>
      <Around player={<PlayerSlot />}>
        <Outlet />
      </Around>
      {user && <LiveDrops viewerId={user.id} />}
    </PlayerProvider>
  );
}

/** Fetches the recorder's page when the browser is idle, so that it opens at once on a slow line as well. */
function usePreloadedRecorder(isMember: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isMember) return undefined;
    // The page fetches again what does not arrive.
    return whenIdle(() => Promise.all([router.preloadRoute({ to: '/record' }), Recorder.load()]));
  }, [isMember, router]);
}
