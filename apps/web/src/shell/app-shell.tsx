import { Outlet } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { PlayerProvider } from '#features/player/player-provider.tsx';
import { useSession } from '#features/session/session-context.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Frame, type FrameProps } from './frame.tsx';
import { PlayerSlot } from './player-slot.tsx';

const MemberBackground = lazyPart(() => import('./member-background.tsx'), { preload: 'idle' });
const PlayerBackground = lazyPart(() => import('./player-background.tsx'), { preload: 'idle' });

/** What stays while the app's pages change: the player, live drops, and the frame around the page. */
export function AppShell({ frame: Around = Frame }: { frame?: ComponentType<FrameProps> }) {
  const { user, profile } = useSession();
  return (
    <PlayerProvider listenerId={user?.id} autoplay={profile?.autoplay ?? true}>
      <Around player={<PlayerSlot />}>
        <Outlet />
      </Around>
      <PlayerBackground />
      {user && <MemberBackground userId={user.id} />}
    </PlayerProvider>
  );
}
