// npm run screenshots: the README's pictures, made from the demo in a temporary data folder.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { host } from '../supabase/seed/demo.ts';
import { demoAccount } from '../supabase/seed/member.ts';
import { launchChromium } from './lib/chromium.ts';
import { withDemoSite } from './lib/demo-site.ts';
import { root } from './lib/run.ts';

/** The viewport is wide enough for the column beside the feed. */
const size = { width: 1280, height: 862 };

const signIn = async (page: Page, url: string): Promise<void> => {
  const { email, password } = demoAccount(host);
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/app');
  await page.getByRole('article').first().waitFor();
  // Waits until the welcome message has disappeared, to show the feed.
  await page.getByText('Welcome back!').waitFor();
  await page.getByText('Welcome back!').waitFor({ state: 'detached' });
  await page.evaluate(async () => document.fonts.ready);
};

/** Plays the newest drop for a moment, so that the picture shows the playback progress. */
const listen = async (page: Page): Promise<void> => {
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Play / })
    .click();
  const player = page.getByRole('region', { name: 'Player' });
  await player.getByRole('button', { name: 'Pause' }).waitFor();
  await player.getByRole('slider', { name: 'Progress' }).fill('40');
  await player.getByRole('button', { name: 'Pause' }).click();
  await player.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.mouse.move(size.width / 2, 0);
};

await withDemoSite(3999, async ({ url }) => {
  const browser = await launchChromium();
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: size, colorScheme, reducedMotion: 'reduce' });
    await signIn(page, url);
    await listen(page);
    await page.screenshot({ path: join(root, `docs/images/feed-${colorScheme}.png`) });
    await page.close();
  }
  await browser.close();
});
