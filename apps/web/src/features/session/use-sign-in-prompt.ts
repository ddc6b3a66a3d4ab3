import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useClient } from '#lib/app.ts';
import { useSession } from './session-context.ts';
import { promptToSignIn } from './sign-in-prompt.ts';

/** Returns `promptToSignIn` for this page. */
export function useSignInPrompt(): (reason: string) => void {
  const session = useSession();
  const client = useClient();
  const navigate = useNavigate();
  return useCallback(
    (reason) => promptToSignIn({ session, client, navigate }, reason),
    [session, client, navigate],
  );
}
