import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSession } from '#features/session/session-context.ts';

/** Goes back to where one came from on this site or, for who came straight here, to the feed or the front door. */
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

/** Whether the page before this one, loaded as a document of its own, was of this site too. */
function hasPageBefore(): boolean {
  return 'navigation' in window && window.navigation.canGoBack;
}
