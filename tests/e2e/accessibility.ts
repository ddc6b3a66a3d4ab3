import type { Locator, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { expect } from './fixtures.ts';

/** What axe says of a page may differ between the themes by these rules alone. */
const colorRules = ['color-contrast', 'link-in-text-block'];

// Describing what has passed as well would take a third of the time.
const options: RunOptions = { resultTypes: ['violations'] };

/** How large what one presses is: a rule that axe runs only when told to. */
const targetSize: RunOptions = { ...options, runOnly: ['target-size'] };

/** Runs axe in a part of a document, which keeps axe's code for the next run. The site's pages frame nothing. */
async function findViolations(part: Locator, runOptions: RunOptions) {
  if (await part.evaluate(() => !('axe' in window))) await part.page().evaluate(axe.source);
  return part.evaluate(
    async (element, given) => (await window.axe.run(element, given)).violations,
    runOptions,
  );
}

/** The lists of the page that WebKit would not tell VoiceOver of, since their style has no markers. */
const findUntoldLists = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('ol, ul')]
      .filter((list) => !list.hasAttribute('role'))
      .filter((list) => getComputedStyle(list).listStyleType === 'none')
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
  );

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Expects that axe finds nothing on the page as it is, in the light and in the dark theme. All
 * rules run in the light theme; in the dark one those of colours, since the document is the same.
 *
 * @param what names the page's state in the report of a failure
 * @param pressed the part of the page in which one presses something: while a dialog covers a page,
 *   how much is seen of what lies behind it depends on where its edge happens to be
 */
export async function expectAccessible(
  page: Page,
  what: string,
  pressed = page.locator('html'),
): Promise<void> {
  const whole = page.locator('html');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await findViolations(whole, options);
  expect.soft(light, `${what}, light`).toEqual([]);
  const small = await findViolations(pressed, targetSize);
  expect.soft(small, `${what}, sizes of targets`).toEqual([]);
  expect.soft(await findUntoldLists(page), `${what}, lists`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await findViolations(whole, { ...options, runOnly: colorRules });
  expect.soft(dark, `${what}, dark`).toEqual([]);
}

/** Waits for a dialog, expects it to be accessible, and closes it by Escape. */
export async function expectDialogAccessible(
  page: Page,
  name: string | RegExp,
  role: 'dialog' | 'alertdialog' = 'dialog',
): Promise<void> {
  const dialog = page.getByRole(role, { name });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, String(name), dialog);
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
