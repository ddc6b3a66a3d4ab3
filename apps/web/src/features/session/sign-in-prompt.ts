import type { useNavigate } from '@tanstack/react-router';
import type { SupabaseClient } from '#lib/supabase.ts';
import { toast } from '#ui/toast.ts';
import { SIGN_IN_PROMPT } from './close-sign-in-prompt.ts';
import type { SessionContextValue } from './session-context.ts';

/** What the prompt's button needs. */
export interface SignInPromptContext {
  session: Pick<SessionContextValue, 'status' | 'forget'>;
  client: SupabaseClient;
  navigate: ReturnType<typeof useNavigate>;
}

/**
 * Shows a visitor that an action needs an account, with a button that opens the sign-in page and returns
 * here afterwards.
 *
 * @param reason e.g. 'Please log in to like voice drops'
 */
export function promptToSignIn(
  { session: { status, forget }, client, navigate }: SignInPromptContext,
  reason: string,
): void {
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
}
