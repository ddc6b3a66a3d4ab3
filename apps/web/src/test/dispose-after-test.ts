import { GoTrueClient } from '@supabase/auth-js';
import { onTestFinished } from 'vitest';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Ends a client's timers and listeners with its test, once it has finished starting. */
export function disposeAfterTest(client: Pick<SupabaseClient, 'auth'>): void {
  onTestFinished(async () => {
    const auth = await client.auth();
    await auth.initialize();
    await auth.dispose();
    // It counts all that there ever were, and warns of a second one: a page has only its own.
    Object.assign(GoTrueClient, { nextInstanceID: {} });
  });
}
