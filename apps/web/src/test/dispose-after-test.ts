import { GoTrueClient } from '@supabase/auth-js';
import { onTestFinished } from 'vitest';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Stops a client's timers and listeners at the end of the test, after its initialisation. */
export function disposeAfterTest(client: Pick<SupabaseClient, 'auth'>): void {
  onTestFinished(async () => {
    const auth = await client.auth();
    await auth.initialize();
    await auth.dispose();
    // auth-js counts its instances and warns of a second one, which a page never has.
    Object.assign(GoTrueClient, { nextInstanceID: {} });
  });
}
