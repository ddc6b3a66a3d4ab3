import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSession } from '#features/session/session-context.ts';

/** Goes where one came from or, for who came straight here, to the feed or the front door. */
export function useGoBack(): () => void {
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  const { status } = useSession();
  return useCallback(() => {
    if (canGoBack) history.back();
    else void navigate({ to: status === 'signed-in' ? '/app' : '/' });
  }, [history, canGoBack, navigate, status]);
}
