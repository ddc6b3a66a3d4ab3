import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

interface LeaveGuard {
  /** Whether one is about to leave, and waits for an answer. */
  asking: boolean;
  leave: () => void;
  stay: () => void;
}

/**
 * While it is active, holds back whoever leaves the page, by a link, by Back or
 * by closing the tab, until they are sure. Only a session that has ended leads
 * away at once: nothing could be saved any more.
 *
 * The router's own useBlocker does as much, and would be part of every page's
 * first load.
 */
export function useLeaveGuard(active: boolean): LeaveGuard {
  const { history } = useRouter();
  const [answer, setAnswer] = useState<(stays: boolean) => void>();

  useEffect(() => {
    if (!active) return undefined;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: async ({ currentLocation, nextLocation }) => {
        const { pathname } = nextLocation;
        if (pathname === currentLocation.pathname || pathname.startsWith('/auth')) return false;
        const { promise, resolve } = Promise.withResolvers<boolean>();
        setAnswer(() => resolve);
        const stays = await promise;
        setAnswer(undefined);
        return stays;
      },
    });
  }, [active, history]);

  return {
    asking: answer !== undefined,
    leave: () => answer?.(false),
    stay: () => answer?.(true),
  };
}
