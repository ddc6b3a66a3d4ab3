import { partialMatchKey, type Query, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { SessionProvider } from '#features/session/session-provider.tsx';
import { useSession } from '#features/session/session-context.ts';
import { sessionKeys } from '#features/session/queries.ts';
import type { SessionStore } from '#features/session/session-store.ts';
import type { App } from '#lib/app.ts';
import { AppProvider } from './app-provider.tsx';
import type { createAppRouter } from './router.tsx';

interface AppRootProps {
  app: App;
  session: SessionStore;
  router: ReturnType<typeof createAppRouter>;
}

/** The whole app with its session and its pages. */
export function AppRoot({ app, session, router }: AppRootProps) {
  return (
    <AppProvider app={app}>
      <SessionProvider store={session}>
        <SessionChange queryClient={app.queryClient} router={router} />
        <RouterProvider router={router} />
      </SessionProvider>
    </AppProvider>
  );
}

interface SessionChangeProps {
  queryClient: QueryClient;
  router: AppRootProps['router'];
}

/** When someone else is at the screen, or has shown who they are, the guards judge again, and nothing read for the one before stays. */
function SessionChange({ queryClient, router }: SessionChangeProps) {
  const { status, user } = useSession();
  const who = `${status} ${user?.id ?? ''}`;
  const known = useRef<string | undefined>(undefined);
  const settled = useRef(false);

  useEffect(() => {
    if (status === 'loading') return;
    const changed = settled.current && known.current !== who;
    settled.current = true;
    known.current = who;
    if (!changed) return;
    void startAfresh(queryClient, router);
  }, [status, who, queryClient, router]);

  return null;
}

/** Lets the guards judge, and forgets all that was read until now but the profile of whoever came. */
async function startAfresh(
  queryClient: QueryClient,
  router: AppRootProps['router'],
): Promise<void> {
  const now = Date.now();
  const ofOthers = ({ queryKey }: Query) => !partialMatchKey(queryKey, sessionKeys.all);
  await queryClient.cancelQueries({ predicate: ofOthers });
  queryClient.removeQueries({ type: 'inactive' });
  await router.invalidate();
  await queryClient.resetQueries({
    predicate: (query) => ofOthers(query) && query.state.dataUpdatedAt < now,
  });
}
