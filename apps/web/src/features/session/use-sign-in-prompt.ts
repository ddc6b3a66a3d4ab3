import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { toast } from '#ui/toast.ts';
import { useSession } from './session-context.ts';
import { SIGN_IN_PROMPT } from './sign-in-prompt.ts';

/**
 * Tells someone who is not signed in that it takes an account, and offers the way there and back.
 *
 * @returns takes what it is that takes one, e.g. 'Please log in to like voice drops'
 */
export function useSignInPrompt(): (why: string) => void {
  const { status, forget } = useSession();
  const navigate = useNavigate();
  return useCallback(
    (why) => {
      const signIn = () => {
        // Who believes to be signed in, and is told otherwise, has a session that the server has ended.
        if (status === 'signed-in') forget();
        const next = location.pathname + location.search;
        void navigate({ to: '/auth', search: { next } });
      };
      toast.error('Authentication required', {
        name: SIGN_IN_PROMPT,
        description: why,
        action: { label: 'Sign In', onPress: signIn },
      });
    },
    [status, forget, navigate],
  );
}
