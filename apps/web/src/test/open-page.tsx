import { render } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { disposeAfterTest } from './dispose-after-test.ts';

/**
 * Opens the app at a path as a browser would: what main.tsx does, with modules
 * of its own, so that nothing is left of the page before. Network and local
 * storage must be prepared by then.
 */
export async function openPage(path: string) {
  vi.resetModules();
  history.replaceState(null, '', path);
  const [
    { App },
    { createSessionStore },
    { createQueryClient },
    { supabase },
    { createAppRouter },
  ] = await Promise.all([
    import('#app/app.tsx'),
    import('#features/session/session-store.ts'),
    import('#lib/query-client.ts'),
    import('#lib/supabase.ts'),
    import('#app/router.tsx'),
  ]);

  const queryClient = createQueryClient();
  const session = createSessionStore(supabase);
  disposeAfterTest(supabase);
  // A read that is tried again later would reach into the next test.
  onTestFinished(() => queryClient.cancelQueries());
  const router = createAppRouter({ queryClient, session });
  render(<App queryClient={queryClient} session={session} router={router} />);
  // What is still on its way to a screen that is gone would arrive when there is no window either.
  onTestFinished(() => vi.dynamicImportSettled());
  return { queryClient, router, session, supabase };
}
