import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { toast } from '#ui/toast.ts';
import { useSession } from './session-context.ts';

/** The name of the toast that asks a visitor to sign in. */
const SIGN_IN_PROMPT = 'sign-in-prompt';

/** Closes the prompt; called when the sign-in page opens. */
export const closeSignInPrompt = (): void => toast.takeBack(SIGN_IN_PROMPT);

/**
 * Tells a visitor that an action needs an account, and offers a link to the sign-in page that
 * leads back here.
 *
 * @returns a function that shows the prompt; takes the reason, e.g. 'Please log in to like voice drops'
 */
export function useSignInPrompt(): (reason: string) => void {
  const { status, forget } = useSession();
  const navigate = useNavigate();
  return useCallback(
    (reason) => {
      const signIn = () => {
        // The server has refused a session that this page takes for valid: remove that session.
        if (status === 'signed-in') forget();
        const next = location.pathname + location.search;
        void navigate({ to: '/auth', search: { next } });
      };
      toast.error('Authentication required', {
        name: SIGN_IN_PROMPT,
        description: reason,
        action: { label: 'Sign In', onPress: signIn },
      });
    },
    [status, forget, navigate],
  );
}
