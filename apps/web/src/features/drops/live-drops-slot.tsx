import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { whenIdle } from '#ui/when-idle.ts';

const LiveDropsFollower = lazy(() => import('./live-drops-follower.tsx'));

/** Keeps the drops of whoever is signed in live. Its code, and the socket's, is fetched once the page is usable. */
export function LiveDropsSlot() {
  const { user } = useSession();
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle && user ? (
    <Suspense>
      <LiveDropsFollower viewerId={user.id} />
    </Suspense>
  ) : null;
}
