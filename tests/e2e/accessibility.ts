import type { Locator, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { expect } from './fixtures.ts';

/** The rules whose results can differ between the themes. */
const colorRules = ['color-contrast', 'link-in-text-block'];

// Describing passed rules as well would take a third of the time.
const options: RunOptions = { resultTypes: ['violations'] };

/** Also tests the size of targets, a rule that axe does not run by default. */
const allRules: RunOptions = { ...options, rules: { 'target-size': { enabled: true } } };

/** The rules that an open dialog can break in the rest of the page, whose other states are tested without it. */
const rulesBehindDialogs = ['aria-hidden-focus', 'duplicate-id-aria', 'nested-interactive'];

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

/**
 * Returns elements with people's text in Hebrew, as `seedOneOfEach` writes it, that do not take their
 * direction from their text: letters and punctuation would be in the wrong order.
 */
const findTextWithoutDirection = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { nodeValue, parentElement } = texts.currentNode;
      // In sentences of the app, characters around a person's text (U+2068) do the same.
      if (!/^[^\u2068]*\p{Script=Hebrew}/u.test(nodeValue ?? '')) continue;
      if (parentElement?.closest('[dir=auto], bdi, script, style') === null) {
        found.push(parentElement.outerHTML.slice(0, 80));
      }
    }
    return found;
  });

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
 * @param dialog the open dialog, to which the tests are limited: it covers the rest of the page
 */
export async function expectAccessible(page: Page, state: string, dialog?: Locator): Promise<void> {
  const whole = page.locator('html');
  const part = dialog ?? whole;
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await findViolations(part, allRules), `${state}, light`).toEqual([]);
  if (dialog) {
    const behind = await findViolations(whole, { ...options, runOnly: rulesBehindDialogs });
    expect.soft(behind, `${state}, behind the dialog`).toEqual([]);
  }
  expect.soft(await findUnannouncedLists(page), `${state}, lists`).toEqual([]);
  expect.soft(await findTextWithoutDirection(page), `${state}, directions`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await findViolations(part, { ...options, runOnly: colorRules });
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

/**
 * Opens a page. An app that is open goes there as by a link, which takes a tenth of the processor time
 * that loading the app and axe again would take. The page that it leaves must belong to another route.
 */
export async function openPath(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(path);
    return;
  }
  const headingOfLeftPage = await page.locator('h1').first().elementHandle();
  await page.evaluate((to) => history.pushState(null, '', to), path);
  await headingOfLeftPage?.waitForElementState('hidden');
}

/** Opens a page, waits for a text on it, and expects it to be accessible. */
export async function expectPathAccessible(
  page: Page,
  path: string,
  text: string | RegExp,
): Promise<void> {
  await openPath(page, path);
  await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  await expectAccessible(page, path);
}

/** Presses the first button with this name. */
export const pressButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
