import { GoTrueClient } from '@supabase/auth-js';
import { onTestFinished } from 'vitest';
import { createApp } from '#app/create-app.ts';
import type { App } from '#lib/app.ts';
import type { Settings } from '#lib/site-settings.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** The settings of the site under test. */
export const testSettings: Settings = {
  supabaseUrl: 'http://undertone.test',
  publishableKey: 'sb_publishable_test',
};

/** Creates an app for one test, whose timers and reads are stopped at the end of the test. */
export function createTestApp(settings = testSettings): App {
  const app = createApp(settings);
  disposeAfterTest(app.client);
  // A retry would otherwise run during the next test.
  onTestFinished(() => app.queryClient.cancelQueries());
  return app;
}

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
