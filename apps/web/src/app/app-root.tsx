import { partialMatchKey, type Query } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { SessionProvider } from '#features/session/session-provider.tsx';
import { useSession } from '#features/session/session-context.ts';
import { sessionKeys } from '#features/session/queries.ts';
import type { SessionStore } from '#features/session/session-store.ts';
import { mayHaveAccountData } from '#lib/account-data-mark.ts';
import type { App } from '#lib/app.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { AppProvider } from './app-provider.tsx';
import type { createAppRouter } from './router.tsx';

interface AppRootProps {
  app: App;
  session: SessionStore;
  router: ReturnType<typeof createAppRouter>;
}

/** The app with its session and its pages. */
export function AppRoot({ app, session, router }: AppRootProps) {
  return (
    <AppProvider app={app}>
      <SessionProvider store={session}>
        <SessionChange app={app} router={router} />
        <RouterProvider router={router} />
      </SessionProvider>
    </AppProvider>
  );
}

interface SessionChangeProps {
  app: App;
  router: AppRootProps['router'];
}

/** Discards what was read for the previous session, and runs the routes' guards again, when the session changes. */
function SessionChange({ app, router }: SessionChangeProps) {
  const { status, user } = useSession();
  const identity = `${status} ${user?.id ?? ''}`;
  const userId = user?.id;
  const lastIdentity = useRef<string | undefined>(undefined);

  useEffect(() => {
    if (status === 'loading') return;
    const last = lastIdentity.current;
    lastIdentity.current = identity;
    if (last !== undefined && last !== identity) void resetForSession(app, router);
  }, [status, identity, app, router]);

  useEffect(() => {
    if (status === 'loading' || userId !== undefined || !mayHaveAccountData()) return undefined;
    return whenIdle(async () => {
      const { settleAccountData } = await import('#shell/account-data.ts');
      // Not awaited: it may wait for another tab, and other idle work would wait as long.
      void settleAccountData(app, undefined);
    });
  }, [status, userId, app]);

  return null;
}

/** Runs the guards again and discards all queries read before now, except those of the session's own profile. */
async function resetForSession(
  { queryClient, edits }: App,
  router: AppRootProps['router'],
): Promise<void> {
  const now = Date.now();
  const isNotOwnProfile = ({ queryKey }: Query) => !partialMatchKey(queryKey, sessionKeys.all);
  edits.abandon();
  await queryClient.cancelQueries({ predicate: isNotOwnProfile });
  queryClient.removeQueries({ type: 'inactive' });
  await router.invalidate();
  await queryClient.resetQueries({
    predicate: (query) => isNotOwnProfile(query) && query.state.dataUpdatedAt < now,
  });
}
