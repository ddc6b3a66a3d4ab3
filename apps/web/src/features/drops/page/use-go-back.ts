import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSession } from '#features/session/session-context.ts';

/** Goes back to the page before on this site or, without one, to the feed (members) or the landing page (visitors). */
export function useGoBack(): () => void {
  const { history } = useRouter();
  const isInside = useCanGoBack();
  const navigate = useNavigate();
  const { status } = useSession();
  return useCallback(() => {
    if (isInside || hasPageBefore()) history.back();
    else void navigate({ to: status === 'signed-in' ? '/app' : '/' });
  }, [history, isInside, navigate, status]);
}

/** Whether the page before this one is of this site, but was loaded as another document. */
function hasPageBefore(): boolean {
  return 'navigation' in window && window.navigation.canGoBack;
}
