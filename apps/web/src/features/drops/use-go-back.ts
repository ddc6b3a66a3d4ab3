import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSession } from '#features/session/session-context.ts';

/** Goes back to the previous page of this site or, without one, to the feed (members) or the landing page (visitors). */
export function useGoBack(): () => void {
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  const { status } = useSession();
  return useCallback(() => {
    if (canGoBack || hasPreviousDocument()) history.back();
    else void navigate({ to: status === 'signed-in' ? '/app' : '/' });
  }, [history, canGoBack, navigate, status]);
}

/** Whether the previous page is of this site, but was loaded as another document. */
function hasPreviousDocument(): boolean {
  return 'navigation' in window && window.navigation.canGoBack;
}
