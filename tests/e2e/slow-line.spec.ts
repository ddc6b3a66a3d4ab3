import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { postSpokenDrop } from './post-drop.ts';
import { SlowLine, type Waiting } from './slow-line.ts';

/** The most that may stand between an action and its result. A change that needs more has to say why. */
const BUDGET = {
  feed: { turns: 6, kilobytes: 227 },
  sound: { turns: 1, kilobytes: 12 },
  press: { turns: 1, kilobytes: 19 },
  address: { turns: 3, kilobytes: 185 },
} as const satisfies Record<string, Waiting>;

const startButton = (page: Page) => page.getByRole('button', { name: 'Start recording' });

/** @returns a function that returns whether the page has received a response from an address */
function arrival(page: Page, address: RegExp): () => boolean {
  let hasArrived = false;
  void page
    .waitForResponse(address)
    .then((response) => response.finished())
    .then(() => (hasArrived = true));
  return () => hasArrived;
}

/** Opens the feed until its first card can be played. */
async function openFeed(page: Page, line: SlowLine, title: string): Promise<Waiting> {
  const isSigned = arrival(page, /\/storage\/v1\/object\/sign\//);
  return line.countUntil(
    async () => void page.goto('/app'),
    async () => isSigned() && cardOf(page, title).isVisible(),
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

test('on a slow line few requests stand before a feed that can be played, before the first sound, and before the recorder that is opened from the feed', async ({
  join,
  register,
}) => {
  const speaker = await register('ada');
  const title = uniqueTitle('Heard at once');
  await postSpokenDrop(speaker.client, title);

  const listener = await join('ben');
  const line = await SlowLine.of(listener.page);
  expectWithin(await openFeed(listener.page, line, title), BUDGET.feed);
  const hasClip = arrival(listener.page, /\.wav\?/);
  const sound = await line.countUntil(
    () => listener.page.getByRole('button', { name: `Play ${title}` }).click(),
    async () => hasClip(),
  );
  expectWithin(sound, BUDGET.sound);
  const position = () =>
    listener.page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
  await expect.poll(position).toBeGreaterThan(0);
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
