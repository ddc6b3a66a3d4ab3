import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { postSpokenDrop } from './post-drop.ts';
import { SlowLine, type Waiting } from './slow-line.ts';

/**
 * The most that may stand between an action and its result, a turn more than usual where code that is fetched in
 * idle time may come first. A change that needs more has to say why.
 */
const BUDGET = {
  sound: { turns: 2, kilobytes: 70 },
  press: { turns: 2, kilobytes: 70 },
  address: { turns: 4, kilobytes: 210 },
} as const satisfies Record<string, Waiting>;

const startButton = (page: Page) => page.getByRole('button', { name: 'Start recording' });

/** Opens the feed until its first card can be played. */
async function openFeed(page: Page, line: SlowLine, title: string): Promise<Waiting> {
  const signed = page
    .waitForResponse(/\/storage\/v1\/object\/sign\//)
    .then((each) => each.finished());
  let isSigned = false;
  void signed.then(() => (isSigned = true));
  return line.countUntil(
    async () => void page.goto('/app'),
    async () => isSigned && cardOf(page, title).isVisible(),
  );
}

function expectWithin(waiting: Waiting, budget: Waiting): void {
  expect(waiting.turns, JSON.stringify(waiting)).toBeLessThanOrEqual(budget.turns);
  expect(waiting.kilobytes, JSON.stringify(waiting)).toBeLessThanOrEqual(budget.kilobytes);
}

test('on a slow line few requests stand before the recorder that is opened by its address', async ({
  join,
}) => {
  const { page } = await join('dan');
  const line = await SlowLine.of(page);
  const address = await line.countUntil(
    async () => void page.goto('/record'),
    // A locator would wait for the document, which is held.
    async () => page.url() !== 'about:blank' && startButton(page).isVisible(),
  );
  expectWithin(address, BUDGET.address);
  await line.end();
});

test('on a slow line few requests stand before the first sound, and before the recorder that is opened from the feed', async ({
  join,
  register,
}) => {
  const speaker = await register('ada');
  const title = uniqueTitle('Heard at once');
  await postSpokenDrop(speaker.client, title);

  const listener = await join('ben');
  const line = await SlowLine.of(listener.page);
  await openFeed(listener.page, line, title);
  const sound = await line.countUntil(
    () => listener.page.getByRole('button', { name: `Play ${title}` }).click(),
    () => listener.page.evaluate(() => (document.querySelector('audio')?.currentTime ?? 0) > 0),
  );
  expectWithin(sound, BUDGET.sound);
  await line.end();

  const presser = await join('cal');
  const feedLine = await SlowLine.of(presser.page);
  await openFeed(presser.page, feedLine, title);
  const press = await feedLine.countUntil(
    () => presser.page.getByRole('link', { name: 'Record', exact: true }).click(),
    () => startButton(presser.page).isVisible(),
  );
  expectWithin(press, BUDGET.press);
  await feedLine.end();
});
