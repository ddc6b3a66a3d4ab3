import type { CDPSession, Locator, Page } from '@playwright/test';
import axe, { type NodeResult, type RunOptions } from 'axe-core';
import { expect } from './fixtures.ts';

/** The rules whose results can differ between the themes. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** All rules, also the one about the size of targets, which is not among axe's default ones. */
const everything: RunOptions = { rules: { 'target-size': { enabled: true } } };

/** The rules that an open dialog or menu can break in the rest of the page, whose other states are tested without it. */
const rulesBehindPopups = ['aria-hidden-focus', 'duplicate-id-aria', 'nested-interactive'];

/** A phone whose owner has set the browser's text size to 200 %, and the narrowest window that WCAG names. */
const narrowWindows = [
  { name: '390 px with text at 200 %', width: 390, height: 844, fontSize: 32 },
  { name: '320 px', width: 320, height: 640, fontSize: 16 },
] as const;

/**
 * Runs axe in a part of a document. The document keeps axe's code for the next run. Frames are not tested. A target that is too close
 * to another is left out if one of them is behind a bar of the screen: that depends on how far the page is scrolled.
 *
 * @returns the rule, the element and the reason of each violation
 */
async function findViolations(part: Locator, rules: RunOptions): Promise<string[]> {
  if (await part.evaluate(() => !('axe' in window))) await part.page().evaluate(axe.source);
  return part.evaluate(async (element, given) => {
    const { violations } = await window.axe.run(element, {
      ...given,
      // Describing passed rules as well would take a third of the time.
      resultTypes: ['violations'],
      elementRef: true,
    });
    const layerOf = (target: Element | null | undefined): Element | null =>
      target && ['fixed', 'sticky'].includes(getComputedStyle(target).position)
        ? target
        : target
          ? layerOf(target.parentElement)
          : null;
    const isOnOneLayer = (node: NodeResult) =>
      node.any
        .flatMap(({ relatedNodes = [] }) => relatedNodes)
        .every((other) => layerOf(other.element) === layerOf(node.element));
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter((node) => id !== 'target-size' || isOnOneLayer(node))
        .map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  }, rules);
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

/** Returns texts and controls that extend beyond the sides of the window, where no person can scroll to. */
const findCutOff = (page: Page) =>
  page.evaluate(() => {
    const scrollsSideways = (element: Element) =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    const hasScroller = ({ parentElement }: Element): boolean =>
      parentElement !== null &&
      parentElement !== document.body &&
      (scrollsSideways(parentElement) || hasScroller(parentElement));
    const found = [
      ...document.querySelectorAll('a, button, input, textarea, label, p, h1, h2, h3, li'),
    ]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return (
          width > 1 &&
          (left < -1 || right > innerWidth + 1) &&
          element.checkVisibility({ opacityProperty: true })
        );
      })
      .filter((element) => !hasScroller(element))
      .map(({ outerHTML }) => outerHTML.slice(0, 80));
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${scrollWidth} px wide`, ...found] : found;
  });

const expectSoon = expect.configure({ soft: true, timeout: 2000 });

const protocolSessions = new WeakMap<Page, CDPSession>();

/** Sets the text size of the browser's settings, in pixels. Pages take it as the size of their root element. */
async function setTextSize(page: Page, fontSize: number): Promise<void> {
  const session = protocolSessions.get(page) ?? (await page.context().newCDPSession(page));
  protocolSessions.set(page, session);
  await session.send('Page.setFontSizes', { fontSizes: { standard: fontSize } });
}

/** Expects that the present state of the page fits into narrow windows, and restores the window. */
async function expectToFit(page: Page, state: string, part: Locator): Promise<void> {
  const size = page.viewportSize();
  for (const { name, width, height, fontSize } of narrowWindows) {
    await page.setViewportSize({ width, height });
    await setTextSize(page, fontSize);
    // Open menus follow the new size a frame later.
    await expectSoon.poll(() => findCutOff(page), `${state}, ${name}, cut off`).toEqual([]);
    const crowded = await findViolations(part, { runOnly: ['target-size'] });
    expect.soft(crowded, `${state}, ${name}, targets`).toEqual([]);
  }
  if (size) await page.setViewportSize(size);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Expects that axe finds no violations in the present state of the page, in both themes. All rules run in
 * the light theme, and only those about colours in the dark theme, since the document is the same. Rules
 * about sizes run again in narrow windows, into which the page has to fit.
 *
 * @param state names the page's state in the report of a failure
 * @param popup the open dialog or menu, to which the tests are limited: the rest of the page is tested without it
 */
export async function expectAccessible(page: Page, state: string, popup?: Locator): Promise<void> {
  const whole = page.locator('html');
  const part = popup ?? whole;
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await findViolations(part, everything), `${state}, light`).toEqual([]);
  if (popup) {
    const behind = await findViolations(whole, { runOnly: rulesBehindPopups });
    expect.soft(behind, `${state}, behind it`).toEqual([]);
  }
  expect.soft(await findUnannouncedLists(page), `${state}, lists`).toEqual([]);
  expect.soft(await findTextWithoutDirection(page), `${state}, directions`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await findViolations(part, { runOnly: colorRules });
  expect.soft(dark, `${state}, dark`).toEqual([]);
  await expectToFit(page, state, part);
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
