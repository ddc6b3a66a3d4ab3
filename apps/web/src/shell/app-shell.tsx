import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, type ComponentType } from 'react';
import { trackOf } from '#features/drops/drop.ts';
import { showPlay } from '#features/drops/patch-drop.ts';
import { readDrops } from '#features/drops/queries.ts';
import { PlayerProvider } from '#features/player/player-provider.tsx';
import { PlayerSlot } from '#features/player/player-slot.tsx';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Frame, type FrameProps } from './frame.tsx';

/** Keeps the drops on the members' pages live. */
const LiveDrops = lazyPart(() => import('#features/feed/live-drop-toasts.tsx'), {
  preload: 'idle',
});

/** What can be done with the drop that is played, in the player's sheet. */
const TrackActions = lazyPart(() => import('#features/drops/card/track-actions.tsx'));

/** What stays while the app's pages change: the player, live drops, and the frame around the page. */
export function AppShell({ frame: Around = Frame }: { frame?: ComponentType<FrameProps> }) {
  const { status, user, profile } = useSession();
  const client = useClient();
  const queryClient = useQueryClient();
  usePreloadedRecorder(user !== undefined);
  const onPlay = useCallback((id: string) => showPlay(queryClient, id), [queryClient]);
  const readTracks = useCallback(
    async (ids: readonly string[]) => (await readDrops(client, ids)).map(trackOf),
    [client],
  );
  return (
    <PlayerProvider
      listenerId={user?.id}
      isListenerKnown={status !== 'loading'}
      autoplay={profile?.autoplay ?? true}
      onPlay={onPlay}
      readTracks={readTracks}
    >
      <Around player={<PlayerSlot TrackActions={TrackActions} />}>
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
    return whenIdle(() => void router.preloadRoute({ to: '/record' }).catch(() => undefined));
  }, [isMember, router]);
}
