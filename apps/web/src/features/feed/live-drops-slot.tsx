import { useEffect, useState, type ComponentType } from 'react';
import { loadWhenIdle } from '#lib/load-when-idle.ts';

export interface LiveDropsProps {
  /** Whose own drops are no news; undefined for a visitor. */
  viewerId: string | undefined;
}

/** Keeps the drops on the page live, once its code, and the socket's, is there. */
export function LiveDropsSlot({ viewerId }: LiveDropsProps) {
  const [Follower, setFollower] = useState<ComponentType<LiveDropsProps>>();

  useEffect(
    () =>
      loadWhenIdle(() => import('./live-drops-follower.tsx'), {
        onLoad: ({ default: loaded }) => setFollower(() => loaded),
        failure: 'What others do cannot be followed.',
      }),
    [],
  );

  return Follower ? <Follower viewerId={viewerId} /> : null;
}
