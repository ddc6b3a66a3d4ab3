import { onTestFinished } from 'vitest';
import { createApp } from '#app/create-app.ts';
import type { App } from '#lib/app.ts';
import type { Settings } from '#lib/site-settings.ts';
import { disposeAfterTest } from './dispose-after-test.ts';

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
