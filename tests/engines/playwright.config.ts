import { defineConfig } from '@playwright/test';
import type { EngineOptions } from './fixtures.ts';

/**
 * Runs the journey in the engines that Playwright does not control here, in parallel. The fixtures start the
 * browsers.
 */
export default defineConfig<EngineOptions>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: '../e2e/global-setup.ts',
  outputDir: '../../test-results/engines',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  expect: { timeout: 30_000, toPass: { intervals: [100, 250], timeout: 30_000 } },
  projects: [
    { name: 'firefox', use: { engineName: 'firefox' } },
    { name: 'webkit', use: { engineName: 'webkit' } },
  ],
});
