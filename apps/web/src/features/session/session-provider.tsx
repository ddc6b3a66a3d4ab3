import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useClient } from '#lib/app.ts';
import { setTheme } from '#lib/theme.ts';
import { ownProfileOptions } from './queries.ts';
import { SessionContext, type SessionContextValue } from './session-context.ts';
import type { SessionStore } from './session-store.ts';

/** Provides the session to the app, and loads the user's own profile once they are signed in. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  const client = useClient();
  const state = useSyncExternalStore(store.subscribe, store.get);
  const session = state.status === 'signed-in' ? state.session : undefined;
  const user = session?.user;

  const { data } = useQuery({
    ...ownProfileOptions(client, user?.id ?? ''),
    ...(user === undefined && { queryFn: skipToken }),
  });
  const profile = user === undefined ? undefined : data;

  // The theme stays after a sign-out: the same person most likely still uses the device.
  const theme = profile?.theme;
  useEffect(() => {
    if (theme !== undefined) setTheme(theme);
  }, [theme]);

  const [refusal, setRefusal] = useState<SessionContextValue['refusal']>();
  const [isSigningOut, setSigningOut] = useState(false);
  // The server may end the session while the user is asked, and another sign-in is a new decision.
  if (isSigningOut && user === undefined) setSigningOut(false);

  const value = useMemo(
    () => ({
      status: state.status,
      session,
      user,
      profile,
      refusal,
      setRefusal,
      username: profile?.username ?? accountUsername(user?.user_metadata),
      signOut: store.signOut,
      isSigningOut,
      setSigningOut,
      forget: store.forget,
    }),
    [state.status, session, user, profile, refusal, store, isSigningOut],
  );

  return <SessionContext value={value}>{children}</SessionContext>;
}

function accountUsername(metadata: Record<string, unknown> | undefined): string | undefined {
  const username = metadata?.['username'];
  return typeof username === 'string' ? username : undefined;
}
