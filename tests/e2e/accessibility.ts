import type { Locator, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { expect } from './fixtures.ts';

/** The rules whose results can differ between the themes. */
const colorRules = ['color-contrast', 'link-in-text-block'];

// Describing passed rules as well would take a third of the time.
const options: RunOptions = { resultTypes: ['violations'] };

/** The minimum size of targets, a rule that axe does not run by default. */
const targetSize: RunOptions = { ...options, runOnly: ['target-size'] };
const withTargetSize: RunOptions = { ...options, rules: { 'target-size': { enabled: true } } };

/** Runs axe in a part of a document. The document keeps axe's code for the next run. Frames are not tested. */
async function findViolations(part: Locator, runOptions: RunOptions) {
  if (await part.evaluate(() => !('axe' in window))) await part.page().evaluate(axe.source);
  return part.evaluate(
    async (element, given) => (await window.axe.run(element, given)).violations,
    runOptions,
  );
}

/** Returns the lists that VoiceOver would not announce: WebKit hides the role of lists without markers. */
const findUnannouncedLists = (page: Page) =>
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
 * Expects that axe finds no violations in the present state of the page, in both themes. All rules run in
 * the light theme, and only those about colours in the dark theme, since the document is the same.
 *
 * @param state names the page's state in the report of a failure
 * @param dialog the open dialog, outside of which the size of targets is not tested: a dialog covers them
 *   in part
 */
export async function expectAccessible(page: Page, state: string, dialog?: Locator): Promise<void> {
  const whole = page.locator('html');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await findViolations(whole, dialog ? options : withTargetSize);
  expect.soft(light, `${state}, light`).toEqual([]);
  if (dialog) {
    const small = await findViolations(dialog, targetSize);
    expect.soft(small, `${state}, sizes of targets`).toEqual([]);
  }
  expect.soft(await findUnannouncedLists(page), `${state}, lists`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await findViolations(whole, { ...options, runOnly: colorRules });
  expect.soft(dark, `${state}, dark`).toEqual([]);
}

/** Waits for a dialog, expects it to be accessible, and closes it with Escape. */
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

/** Opens a page, waits for a text on it, and expects it to be accessible. */
export async function expectPathAccessible(
  page: Page,
  path: string,
  text: string | RegExp,
): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  await expectAccessible(page, path);
}

/** Presses the first button with this name. */
export const pressButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
