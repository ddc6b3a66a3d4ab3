import { useEffect, useState, type ComponentType } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { loadOnce } from '#lib/load-once.ts';
import { logFailure } from '#lib/log.ts';
import { whenIdle } from '#ui/when-idle.ts';

const loadFollower = loadOnce(() => import('./live-drops-follower.tsx'));

/**
 * Keeps the drops of whoever is signed in live. Its code, and the socket's, is
 * fetched once the page is usable; where it does not come the page goes on without.
 */
export function LiveDropsSlot() {
  const { user } = useSession();
  const [Follower, setFollower] = useState<ComponentType<{ viewerId: string }>>();

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

  return Follower && user ? <Follower viewerId={user.id} /> : null;
}
