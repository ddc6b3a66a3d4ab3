import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useClient } from '#lib/app.ts';
import { toast } from '#ui/toast.ts';
import { useSession } from './session-context.ts';

/** The name of the toast that asks a visitor to sign in. */
const SIGN_IN_PROMPT = 'sign-in-prompt';

/** Closes the prompt; called when the sign-in page opens. */
export const closeSignInPrompt = (): void => toast.takeBack(SIGN_IN_PROMPT);

/**
 * Shows a visitor that an action needs an account, with a button that opens the sign-in page and returns
 * here afterwards.
 *
 * @returns a function that shows the prompt; its argument is the reason, e.g. 'Please log in to like voice drops'
 */
export function useSignInPrompt(): (reason: string) => void {
  const { status, forget } = useSession();
  const client = useClient();
  const navigate = useNavigate();
  return useCallback(
    (reason) => {
      const signIn = async () => {
        const next = location.pathname + location.search;
        if (status === 'signed-in') {
          // The server has refused a session that this page considers valid. If the session has ended, the
          // auth client removes it and stores why.
          await (await client.auth()).getUser();
          forget();
        }
        await navigate({ to: '/auth', search: { next } });
      };
      toast.error('Authentication required', {
        name: SIGN_IN_PROMPT,
        description: reason,
        action: { label: 'Sign In', onPress: () => void signIn() },
      });
    },
    [status, client, forget, navigate],
  );
}
