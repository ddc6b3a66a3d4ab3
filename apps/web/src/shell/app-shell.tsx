import { useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useCallback, type ComponentType } from 'react';
import { trackOf } from '#features/drops/drop.ts';
import { showPlay } from '#features/drops/patch-drop.ts';
import { readDrops } from '#features/drops/queries.ts';
import { PlayerProvider } from '#features/player/player-provider.tsx';
import { PlayerSlot } from '#features/player/player-slot.tsx';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
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
