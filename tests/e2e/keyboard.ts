import type { Locator, Page } from '@playwright/test';
import { expect } from './people.ts';

interface Way {
  /** By Shift+Tab. */
  backwards?: boolean;
  /** How many presses a person would put up with. */
  within?: number;
}

/** Waits until something on the page has the focus. What a key has closed or removed must not have taken it along. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement !== document.body), {
      message: 'something has the focus',
      timeout: 5000,
    })
    .toBe(true);
}

/** Moves the focus by Tab from where it is until a control has it. */
export async function tabTo(target: Locator, way: Way = {}): Promise<void> {
  const { backwards = false, within = 40 } = way;
  await target.waitFor();
  await expectFocusKept(target.page());
  for (let presses = 0; presses < within; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
  }
  await expect(target, `it has the focus within ${within} presses`).toBeFocused();
}

/** Goes to a control by Tab and presses a key on it. */
export async function press(target: Locator, key = 'Enter', way: Way = {}): Promise<void> {
  await tabTo(target, way);
  await target.page().keyboard.press(key);
}

/** Goes to a field by Tab and types into it, instead of what it holds. */
export async function type(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  const { keyboard } = target.page();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type(text);
}

/** Begins at the head of the page, as one does who comes to it. */
export async function enter(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
}
