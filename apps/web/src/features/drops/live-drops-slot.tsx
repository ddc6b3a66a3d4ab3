import { useEffect, useState, type ComponentType } from 'react';
import { loadOnce } from '#lib/load-once.ts';
import { logFailure } from '#lib/log.ts';
import { whenIdle } from '#ui/when-idle.ts';

export interface LiveDropsProps {
  /** Whose own drops are no news; undefined for a visitor. */
  viewerId: string | undefined;
}

const loadFollower = loadOnce(() => import('./live-drops-follower.tsx'));

/**
 * Keeps the drops on the page live. Its code, and the socket's, is fetched once the
 * page is usable; where it does not come the page goes on without.
 */
export function LiveDropsSlot({ viewerId }: LiveDropsProps) {
  const [Follower, setFollower] = useState<ComponentType<LiveDropsProps>>();

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const load = async () => {
      try {
        const { default: loaded } = await loadFollower();
        if (!signal.aborted) setFollower(() => loaded);
      } catch (cause) {
        logFailure('What others do cannot be followed.', cause);
      }
    };
    const cancel = whenIdle(() => void load());
    addEventListener('online', () => void load(), { signal });
    return () => {
      cancel();
      leaving.abort();
    };
  }, []);

  return Follower ? <Follower viewerId={viewerId} /> : null;
}
