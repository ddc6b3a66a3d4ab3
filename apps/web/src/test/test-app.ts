import { onTestFinished } from 'vitest';
import { createApp } from '#app/create-app.ts';
import type { App } from '#lib/app.ts';
import type { Settings } from '#lib/site-settings.ts';
import { disposeAfterTest } from './dispose-after-test.ts';

/** What a server tells the site under test. */
export const testSettings: Settings = {
  supabaseUrl: 'http://undertone.test',
  publishableKey: 'sb_publishable_test',
};

/** An app of its own for the test, whose timers and reads end with it. */
export function createTestApp(settings = testSettings): App {
  const app = createApp(settings);
  disposeAfterTest(app.client);
  // A read that is tried again later would reach into the next test.
  onTestFinished(() => app.queryClient.cancelQueries());
  return app;
}
