import { onTestFinished } from 'vitest';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Ends a client's timers and listeners with its test, once it has finished starting. */
export function disposeAfterTest(client: Pick<SupabaseClient, 'auth'>): void {
  onTestFinished(async () => {
    const auth = await client.auth();
    await auth.initialize();
    await auth.dispose();
  });
}
