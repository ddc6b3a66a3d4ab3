import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { drag } from './drag.ts';
import { expect, test } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { postDrop, postSpokenDrop } from './post-drop.ts';

const playerBar = (page: Page) => page.getByRole('region', { name: 'Player' });

/** The height of a row of the queue, in heights of its handle. */
const ROW = 56 / 44;

/** @returns a function that returns the titles of what has played so far */
async function recordPlays(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const plays: (string | undefined)[] = [];
    Object.assign(window, { plays });
    const note = () => plays.push(navigator.mediaSession.metadata?.title);
    document.addEventListener('ended', note, { capture: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'plays'));
}

test('a member plays all of a list, in which one drop is skipped and one person is blocked', async ({
  join,
  register,
}) => {
  const [ada, ben, cyn] = [await join('ada'), await register('ben'), await register('cyn')];
  const { page } = ada;
  const tag = `all${randomUUID().slice(0, 6)}`;
  const titles = Array.from({ length: 10 }, (_, index) => uniqueTitle(`Number ${index + 1}`));
  const [, , third = '', fourth = '', fifth = '', sixth = ''] = titles;
  // Posted from the last to the first: the list has the newest first. Long are those at which something is done.
  for (const title of titles.toReversed()) {
    const post = [third, fifth].includes(title) ? postSpokenDrop : postDrop;
    const author = [fifth, sixth].includes(title) ? cyn : ben;
    await post(author.client, title, { hashtags: [tag] });
  }
  await page.goto(`/explore?tag=${tag}`);
  const playAll = page.getByRole('button', { name: 'Play all' });
  await expect(playAll).toBeVisible();
  const played = await recordPlays(page);
  await playAll.click();

  await test.step('the current card is in view and large, and the player says what comes next', async () => {
    await expect(cardOf(page, third).getByRole('button', { name: 'Pause' })).toBeInViewport();
    await expect(playerBar(page)).toContainText(`Next: ${fourth}, ${ben.username}`);
    const sizeOf = (title: string) =>
      cardOf(page, title)
        .getByRole('heading')
        .evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize));
    expect(await sizeOf(third)).toBeGreaterThan(await sizeOf(fourth));
    await expectAccessible(page, 'list that is played as a whole');
  });

  await test.step('the page stays where the person has scrolled, until Play all is pressed again', async () => {
    await page.mouse.wheel(0, -10_000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await playerBar(page).getByRole('button', { name: 'Next' }).click();
    await expect(playerBar(page)).toContainText(`Next: ${sixth}, ${cyn.username}`);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await playAll.click();
    await expect(cardOf(page, fifth).getByRole('button', { name: 'Pause' })).toBeInViewport();
  });

  await test.step('a block removes the person’s drops, and the next of another plays', async () => {
    await cardOf(page, fifth)
      .getByRole('button', { name: /^Options/ })
      .click();
    await page.getByRole('menuitem', { name: 'Block User' }).click();
    await page.getByRole('button', { name: 'Block User' }).click();
    await expect(cardOf(page, sixth)).toHaveCount(0);
    await expect(playerBar(page).getByRole('button', { name: 'Replay' })).toBeVisible();
    const skipped = new Set([third, fifth, sixth]);
    expect(await played()).toEqual(titles.filter((title) => !skipped.has(title)));
    await expect(cardOf(page, titles.at(-1) ?? '')).toBeInViewport();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the queue keeps its order when the page is loaded again, without a drop that was deleted meanwhile, and then the list goes on', async ({
    join,
    register,
  }) => {
    const { page } = await join('ada');
    const ben = await register('ben');
    const [one, two] = [uniqueTitle('One'), uniqueTitle('Two')];
    const [three, four] = [uniqueTitle('Three'), uniqueTitle('Four')];
    await postDrop(ben.client, two);
    await postDrop(ben.client, four);
    const deleted = await postDrop(ben.client, three);
    await postSpokenDrop(ben.client, one);
    await page.goto(`/${ben.username}`);
    await cardOf(page, one)
      .getByRole('button', { name: `Play ${one}` })
      .click();
    for (const [title, entry] of [
      [two, 'Add to queue'],
      [three, 'Add to queue'],
      [four, 'Play next'],
    ] as const) {
      const options = page.getByRole('button', { name: `Options for ${title}` });
      // Above the toast.
      await options.evaluate((button) => button.scrollIntoView({ block: 'center' }));
      await options.click();
      await page.getByRole('menuitem', { name: entry }).click();
    }
    await playerBar(page).getByRole('button', { name: 'Open player' }).click();
    const sheet = page.getByRole('dialog', { name: 'Player' });
    const queue = sheet.getByRole('region', { name: 'Queue' });
    const order = () =>
      queue
        .getByRole('listitem')
        .getByRole('button', { name: /^Play / })
        .evaluateAll((buttons) => buttons.map((each) => each.ariaLabel?.replace('Play ', '')));
    await expect.poll(order).toEqual([four, two, three]);

    await test.step('a finger moves a drop by its handle', async () => {
      const handle = queue.getByRole('button', { name: `Move ${two}`, exact: true });
      await drag(handle, { x: 0.5, y: 0.5 }, { x: 0.5, y: 0.5 - ROW });
      await expect.poll(order).toEqual([two, four, three]);
      await expect(sheet, 'the finger has not swiped the sheet').toBeVisible();
      await expectAccessible(page, 'queue');
    });

    // While the page is open, it is notified of a deletion.
    await page.goto('about:blank');
    await ben.client.from('voice_drops').delete().eq('id', deleted).throwOnError();
    await page.goto(`/${ben.username}`);
    await expect(page.getByText('1 voice drop was skipped')).toBeVisible();
    await playerBar(page).getByRole('button', { name: 'Open player' }).click();
    await expect.poll(order).toEqual([two, four]);

    await test.step('the queue plays, and then the list from where it was left', async () => {
      const played = await recordPlays(page);
      await sheet.getByRole('button', { name: 'Play', exact: true }).click();
      await sheet.getByRole('button', { name: 'Next', exact: true }).click();
      await expect(sheet.getByRole('button', { name: 'Replay' })).toBeVisible();
      expect(await played()).toEqual([two, four, two]);
    });
  });
});
