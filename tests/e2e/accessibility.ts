import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** What axe says of a page may differ between the themes by these rules alone. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Legacy mode runs axe in the page itself, which frames nothing; otherwise each run opens a page of
 * its own. Only violations are described: describing what has passed takes a third of the time.
 */
const axe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    // How large what one presses is: a rule that axe runs only when told to.
    rules: { 'target-size': { enabled: true } },
  });

/**
 * Expects that axe finds nothing on the page as it is, in the light and in the dark theme. All
 * rules run in the light theme; in the dark one those of colours, since the document is the same.
 *
 * @param what names the page's state in the report of a failure
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const { violations } = await axe(page).analyze();
  expect.soft(violations, `${what}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await axe(page).withRules(colorRules).analyze();
  expect.soft(dark.violations, `${what}, dark`).toEqual([]);
}

/** Waits for a dialog, expects it to be accessible, and closes it by Escape. */
export async function expectDialogAccessible(
  page: Page,
  name: string | RegExp,
  role: 'dialog' | 'alertdialog' = 'dialog',
): Promise<void> {
  const dialog = page.getByRole(role, { name });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, String(name));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Opens a page, waits for a text in it, and expects it to be accessible. */
export async function expectPathAccessible(
  page: Page,
  path: string,
  text: string | RegExp,
): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  await expectAccessible(page, path);
}

/** Presses the first button of a name. */
export const pressButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
