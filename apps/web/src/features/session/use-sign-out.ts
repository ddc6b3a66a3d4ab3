import { useNavigate } from '@tanstack/react-router';
import { useSession } from './session-context.ts';
import type { SignOutScope } from './session-store.ts';

/** Signs out, by default everywhere, and opens /auth, even when the request fails. */
export function useSignOut(): (scope?: SignOutScope) => Promise<void> {
  const { signOut } = useSession();
  const navigate = useNavigate();
  return async (scope) => {
    await signOut(scope);
    await navigate({ to: '/auth', replace: true });
  };
}
