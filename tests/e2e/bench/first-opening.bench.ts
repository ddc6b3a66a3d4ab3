// node tests/e2e/bench/first-opening.bench.ts
// Measures the first and the second opening of each popup in Chromium, from the press until the popup is on
// the screen. The page has been idle, so that all code has loaded, and the press is its first. Fails when a
// median exceeds the limit.
import type { BrowserContext, Page } from '@playwright/test';
import { startBackend } from '@undertone/test-support/backend';
import { createClient } from '@supabase/supabase-js';
import type { Database } from '@undertone/database-types/database';
import { machine } from '../../../scripts/lib/bench/machine.ts';
import { median } from '../../../scripts/lib/bench/percentile.ts';
import { buildSiteWhenStale } from '../../../scripts/lib/build-site.ts';
import { launchChromium } from '../../../scripts/lib/chromium.ts';
import { postDrop } from '../post-drop.ts';

/** Number of fresh pages per popup; the medians are printed. */
const ROUNDS = 5;
/** Maximum time of an opening in ms. */
const LIMIT = 100;
const password = 'a long enough passphrase';

interface Opening {
  name: string;
  path: string;
  /** The person on the page; by default a member. */
  by?: 'visitor';
  /** The accessible name of the button that is pressed. */
  button: RegExp;
  /** Selector of the open popup. */
  opened: string;
}

const openings: readonly Opening[] = [
  { name: 'account menu', path: '/app', button: /^Your account$/, opened: '[role=menu]' },
  { name: 'drop menu', path: '/app', button: /^Options for /, opened: '[role=menu]' },
  { name: 'share menu', path: '/app', button: /^Share Night$/, opened: '[role=menu]' },
  { name: 'bell', path: '/app', button: /^Notifications/, opened: '[role=dialog]' },
  { name: 'comments', path: '/app', button: /^Comments on /, opened: '[role=dialog]' },
  {
    name: 'recorder',
    path: '/app',
    button: /^Share your voice/,
    opened: 'button[aria-label="Start recording"]',
  },
  { name: 'edit profile', path: '/profile', button: /^Edit profile$/, opened: '[role=dialog]' },
  { name: 'share profile', path: '/profile', button: /^Share profile$/, opened: '[role=dialog]' },
  { name: 'followers', path: '/profile', button: /^Followers: /, opened: '[role=dialog]' },
  {
    name: 'filter menu',
    path: '/notifications',
    button: /^Filter: /,
    opened: '[role=menu]',
  },
  {
    name: 'explore dialog',
    path: '/',
    by: 'visitor',
    button: /^explore$/,
    opened: '[role=dialog]',
  },
];

/** Presses a button. @returns ms from the press to the frame that shows the popup */
async function timeOpening(page: Page, { button, opened }: Opening): Promise<number> {
  const trigger = page.locator('#root').getByRole('button', { name: button }).first();
  // A pointer hovers before a press.
  await trigger.hover();
  await page.waitForLoadState('networkidle');
  const opening = page.evaluate((selector) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const onPress = ({ timeStamp }: Event) => {
      const look = () => {
        // A frame is on the screen when the next one begins.
        if (document.querySelector(selector)?.checkVisibility()) {
          requestAnimationFrame((now) => resolve(now - timeStamp));
        } else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    addEventListener('click', onPress, { once: true, capture: true });
    return promise;
  }, opened);
  await trigger.click();
  return opening;
}

async function close(page: Page, { name, opened, button }: Opening): Promise<void> {
  if (name === 'recorder') await page.getByRole('button', { name: button }).click();
  else await page.keyboard.press('Escape');
  await page.locator(opened).first().waitFor({ state: 'hidden' });
  await page.mouse.move(0, 0);
}

await buildSiteWhenStale();
const backend = await startBackend();
const browser = await launchChromium();
try {
  const client = createClient<Database>(backend.url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const email = 'opener@example.com';
  await client.auth.signUp({ email, password, options: { data: { username: 'opener' } } });
  await postDrop(client, 'Night');
  const openContext = (): Promise<BrowserContext> =>
    browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const contexts = { member: await openContext(), visitor: await openContext() };
  const first = await contexts.member.newPage();
  await first.goto(`${backend.url}/auth`);
  await first.getByLabel('Email').fill(email);
  await first.getByLabel('Password', { exact: true }).fill(password);
  await first.getByRole('button', { name: 'Sign In', exact: true }).click();
  await first.getByRole('article').first().waitFor();
  await first.close();

  console.log(machine());
  console.log('popup             first      second   ratio');
  for (const opening of openings) {
    const firsts: number[] = [];
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const page = await contexts[opening.by ?? 'member'].newPage();
      await page.goto(`${backend.url}${opening.path}`);
      await page.waitForLoadState('networkidle');
      firsts.push(await timeOpening(page, opening));
      await close(page, opening);
      seconds.push(await timeOpening(page, opening));
      await page.close();
    }
    const [once, again] = [median(firsts), median(seconds)];
    if (Math.max(once, again) > LIMIT) process.exitCode = 1;
    console.log(
      `${opening.name.padEnd(14)} ${once.toFixed(0).padStart(5)} ms   ${again.toFixed(0).padStart(5)} ms   ${(once / again).toFixed(1).padStart(5)}`,
    );
  }
} finally {
  await browser.close();
  await backend.stop();
}
