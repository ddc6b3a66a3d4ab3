import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, type ComponentType } from 'react';
import { PlayerProvider } from '#features/player/player-provider.tsx';
import { useSession } from '#features/session/session-context.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Frame, type FrameProps } from './frame.tsx';
import { PlayerSlot } from './player-slot.tsx';

/** Keeps the drops on the members' pages live. */
const LiveDrops = lazyPart(() => import('#features/feed/live-drop-toasts.tsx'), {
  preload: 'idle',
});
const PlayerBackground = lazyPart(() => import('./player-background.tsx'), { preload: 'idle' });

/** What stays while the app's pages change: the player, live drops, and the frame around the page. */
export function AppShell({ frame: Around = Frame }: { frame?: ComponentType<FrameProps> }) {
  const { user, profile } = useSession();
  usePreloadedRecorder(user !== undefined);
  return (
    <PlayerProvider listenerId={user?.id} autoplay={profile?.autoplay ?? true}>
      <Around player={<PlayerSlot />}>
        <Outlet />
      </Around>
      <PlayerBackground />
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
    return whenIdle(() => void router.preloadRoute({ to: '/record' }).catch(() => undefined));
  }, [isMember, router]);
}
