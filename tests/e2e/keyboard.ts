import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

interface TabOptions {
  /** By Shift+Tab. */
  backwards?: boolean;
  /** How many presses may be needed. */
  within?: number;
}

/** Counts the keys that are pressed on a page while it is not loaded anew. @returns how many so far */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let presses = 0;
    const count = () => {
      presses += 1;
      document.documentElement.dataset.presses = String(presses);
    };
    addEventListener('keydown', count, { capture: true });
  });
  const root = page.locator('html');
  return async () => Number((await root.getAttribute('data-presses')) ?? 0);
}

/** Waits until an element has the focus: closing or removing one must not leave it on the body. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement !== document.body), {
      message: 'an element has the focus',
      timeout: 5000,
    })
    .toBe(true);
}

/** Moves the focus by Tab from where it is until a control has it. */
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

/** Goes to a control by Tab and presses a key on it. */
export async function press(
  target: Locator,
  key = 'Enter',
  options: TabOptions = {},
): Promise<void> {
  await tabTo(target, options);
  await target.page().keyboard.press(key);
}

/** Moves the focus to an action of a card: by Tab to the row of actions, and in it by arrow keys. */
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

/** Goes to an action of a card as `goToAction` does, and presses a key on it. */
export async function pressAction(
  action: Locator,
  key = 'Enter',
  options: TabOptions = {},
): Promise<void> {
  await goToAction(action, options);
  await action.page().keyboard.press(key);
}

/** Goes to a field by Tab and replaces its text by typing. */
export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  const { keyboard } = target.page();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type(text);
}

/** Moves the focus from the top of a page that was just opened to its first link. */
export async function focusSkipLink(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
}

/** Chooses an item of the open menu by arrow keys, once the menu has taken the focus. */
export async function chooseItem(page: Page, name: string): Promise<void> {
  // Entries of a choice are items of the menu too.
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
