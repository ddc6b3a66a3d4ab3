import { useNavigate } from '@tanstack/react-router';
import { useSession } from './session-context.ts';

/** Signs out and leaves for /auth, even when the server cannot be told. */
export function useSignOut(): () => Promise<void> {
  const { signOut } = useSession();
  const navigate = useNavigate();
  return async () => {
    await signOut();
    await navigate({ to: '/auth', replace: true });
  };
}
