import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

interface NavigationBlocker {
  /** Whether a navigation is held back until the user answers. */
  asking: boolean;
  leave: () => void;
  stay: () => void;
}

/**
 * While active, holds back navigation to another page until the user confirms, and has the browser
 * ask before the tab is closed. Navigation to /auth passes: without a session, nothing can be saved.
 *
 * The router's own useBlocker does the same, but would be part of every page's first load.
 */
export function useNavigationBlocker(active: boolean): NavigationBlocker {
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
