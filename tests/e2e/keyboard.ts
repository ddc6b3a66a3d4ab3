import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

interface TabOptions {
  /** Whether to press Shift+Tab. */
  backwards?: boolean;
  /** Maximum number of presses. */
  within?: number;
}

/** Waits until an element has the focus, which must not remain on the body when an element closes. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement !== document.body), {
      message: 'an element has the focus',
      timeout: 5000,
    })
    .toBe(true);
}

/** Presses Tab until a control has the focus. */
export async function tabTo(target: Locator, options: TabOptions = {}): Promise<void> {
  const { backwards = false, within = 40 } = options;
  await target.waitFor();
  await expectFocusKept(target.page());
  for (let presses = 0; presses < within; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
  }
  await expect(target, `has the focus within ${within} presses of Tab`).toBeFocused();
}

/** Moves the focus to a control with Tab and presses a key on it. */
export async function press(
  target: Locator,
  key = 'Enter',
  options: TabOptions = {},
): Promise<void> {
  await tabTo(target, options);
  await target.page().keyboard.press(key);
}

/** Moves the focus to an action of a card: with Tab to the toolbar, and inside of it with arrow keys. */
export async function goToAction(action: Locator, options: TabOptions = {}): Promise<void> {
  const { backwards = false, within = 40 } = options;
  await action.waitFor();
  const { keyboard } = action.page();
  const isInRow = () =>
    action.evaluate((element) =>
      element.closest('[role=toolbar]')?.contains(document.activeElement),
    );
  for (let presses = 0; presses < within && !(await isInRow()); presses += 1) {
    await keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
  }
  for (let presses = 0; presses < 10; presses += 1) {
    if (await action.evaluate((element) => element === document.activeElement)) return;
    await keyboard.press('ArrowRight');
  }
  await expect(action).toBeFocused();
}

/** Moves the focus to an action of a card as `goToAction` does, and presses a key on it. */
export async function pressAction(
  action: Locator,
  key = 'Enter',
  options: TabOptions = {},
): Promise<void> {
  await goToAction(action, options);
  await action.page().keyboard.press(key);
}

/** Moves the focus to a field with Tab and types a text in place of its content. */
export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  const { keyboard } = target.page();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type(text);
}

/** Moves the focus to the first link of a page that has just opened. */
export async function focusSkipLink(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
}

/** Chooses an item of the open menu with arrow keys, once the menu has the focus. */
export async function chooseItem(page: Page, name: string): Promise<void> {
  // Radio items are menu items as well.
  const items = page.locator('[role^=menuitem]');
  const wanted = page.getByRole('menuitem', { name }).or(page.getByRole('menuitemradio', { name }));
  await expect(items.first()).toBeFocused();
  for (let presses = await items.count(); presses > 0; presses -= 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(wanted).toBeFocused();
  await page.keyboard.press('Enter');
}
