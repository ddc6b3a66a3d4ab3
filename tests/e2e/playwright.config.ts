import { defineConfig, devices } from '@playwright/test';
import { microphoneSwitches } from './microphone.ts';

/**
 * Chromium uses only the last list of this switch, so this one repeats the features of Playwright's
 * list that matter here. The popups of the address bar, which no test shows, would cost each new context
 * two more renderers: 0.4 s of processor time.
 */
const disabledFeatures = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Two workers, each with a browser and a backend of its own (fixtures.ts). */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  // By default the intervals grow to a second.
  expect: { timeout: 30_000, toPass: { intervals: [100] } },
  use: {
    ...devices['Desktop Chrome'],
    // Snapshots and screenshots would delay each action.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    permissions: ['microphone'],
    // Tests of animations enable motion themselves.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would respond before the tests' own routes; offline.spec.ts allows it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--autoplay-policy=no-user-gesture-required',
        ...microphoneSwitches,
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
});
