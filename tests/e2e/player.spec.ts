import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { microphoneFile } from './microphone.ts';
import { cardOf, commentsOn, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import type { Account } from './accounts.ts';
import { playbackPosition } from './recording.ts';
import { drag } from './drag.ts';

/** Length of the microphone's file, s. */
const MICROPHONE_SECONDS = 20;

/** Posts drops of 20 seconds in this order. @returns their titles, the newest first */
async function postLong({ client }: Account, ...words: string[]): Promise<string[]> {
  const speech = new Blob([await readFile(microphoneFile)], { type: 'audio/wav' });
  const titles = words.map(uniqueTitle);
  for (const title of titles) {
    await postDrop(client, title, { duration: MICROPHONE_SECONDS }, speech);
  }
  return titles.toReversed();
}

const playerBar = (page: Page) => page.getByRole('region', { name: 'Player' });
const playerSheet = (page: Page) => page.getByRole('dialog', { name: 'Player' });

const play = (page: Page, title: string) =>
  cardOf(page, title)
    .getByRole('button', { name: `Play ${title}` })
    .click();

async function openSheet(page: Page) {
  await playerBar(page).getByRole('button', { name: 'Open player' }).click();
  await expect(playerSheet(page)).toBeVisible();
  return playerSheet(page);
}

/** Position that the player shows, in seconds. */
const shownPosition = async (page: Page): Promise<number> => {
  const progress = playerBar(page).getByRole('slider', { name: 'Progress' });
  const [minutes = 0, seconds = 0] = ((await progress.getAttribute('aria-valuetext')) ?? '')
    .split(' of ')[0]
    ?.split(':')
    .map(Number) ?? [0, 0];
  return minutes * 60 + seconds;
};

const rate = (page: Page) => page.evaluate(() => document.querySelector('audio')?.playbackRate);

test.describe('the player on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('has a sheet to scrub with a finger, change the speed, like and comment, which closes in four ways', async ({
    join,
    register,
  }) => {
    const { page } = await join('ada');
    const [title = '', other = ''] = await postLong(await register('ben'), 'By the sea', 'At dawn');
    await page.goto('/app');
    await play(page, title);
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0);
    const sheet = await openSheet(page);
    await expectAccessible(page, 'player’s sheet');

    await test.step('scrubs on the whole waveform', async () => {
      await sheet.getByRole('button', { name: 'Pause' }).click();
      const progress = sheet.getByRole('slider', { name: 'Progress' });
      await drag(progress, { x: 0.2, y: 0.5 }, { x: 0.62, y: 0.4 });
      await expect(progress).toHaveAttribute('aria-valuetext', '0:12 of 0:20');
      expect(await playbackPosition(page)).toBeCloseTo(12, 0);
      await expect(sheet, 'a finger on the waveform does not swipe the sheet').toBeVisible();
    });

    await test.step('changes speed and track', async () => {
      await sheet.getByText('1.5×', { exact: true }).click();
      expect(await rate(page)).toBe(1.5);
      await sheet.getByRole('button', { name: 'Next' }).click();
      await expect(sheet.getByRole('link', { name: other })).toBeVisible();
      await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0);
      expect(await rate(page)).toBe(1.5);
      await sheet.getByRole('button', { name: 'Previous' }).click();
      await expect(sheet.getByRole('link', { name: title })).toBeVisible();
    });

    await test.step('likes and comments', async () => {
      await sheet.getByRole('button', { name: `Like ${title}, 0 likes` }).click();
      await expect(sheet.getByRole('button', { name: `Like ${title}, 1 like` })).toBeVisible();
      await sheet.getByRole('button', { name: /^Comments on/ }).click();
      const comments = commentsOn(page);
      await comments.getByRole('textbox', { name: 'Add a comment' }).fill('Listen to the waves.');
      await page.keyboard.press('Enter');
      await expect(comments.getByText('Listen to the waves.')).toBeVisible();
      await comments.getByRole('button', { name: 'Close' }).click();
      await expect(comments).toHaveCount(0);
      await expect(
        sheet.getByRole('button', { name: `Comments on ${title}, 1 comment` }),
      ).toBeFocused();
    });

    await test.step('closes the sheet by its button, Escape, a swipe and the back button', async () => {
      const opener = playerBar(page).getByRole('button', { name: 'Open player' });
      const closings = [
        () => sheet.getByRole('button', { name: 'Close' }).click(),
        () => page.keyboard.press('Escape'),
        () => drag(sheet.getByRole('link', { name: title }), { x: 0.3, y: 0 }, { x: 0.4, y: 14 }),
        () => page.evaluate(() => history.back()),
      ];
      for (const close of closings) {
        await close();
        await expect(sheet).toHaveCount(0);
        await expect(opener).toBeFocused();
        await openSheet(page);
      }
      expect(new URL(page.url()).pathname).toBe('/app');
    });

    await test.step('goes to the drop, and back to the feed', async () => {
      await sheet.getByRole('link', { name: title }).click();
      await page.waitForURL('**/voice-drop/*');
      await expect(sheet).toHaveCount(0);
      await page.getByRole('button', { name: 'Back' }).click();
      await page.waitForURL('**/app');
    });
  });

  test('seeks when a finger moves sideways on a card’s waveform, and scrolls the page when it moves up or down', async ({
    join,
    register,
  }) => {
    const { page } = await join('ada');
    const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
    const [title = ''] = await postLong(await register('ben'), ...titles);
    await page.goto('/app');
    const seek = cardOf(page, title).getByRole('slider', { name: `Seek in ${title}` });
    await drag(seek, { x: 0.1, y: 0.5 }, { x: 0.5, y: 0.5 });
    await expect(cardOf(page, title).getByRole('button', { name: `Pause ${title}` })).toBeVisible();
    await expect.poll(() => playbackPosition(page)).toBeGreaterThanOrEqual(10);
    await playerBar(page).getByRole('button', { name: 'Pause' }).click();
    const before = await playbackPosition(page);
    expect(before).toBeLessThan(15);

    await drag(seek, { x: 0.9, y: 0.5 }, { x: 0.92, y: -4 });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    expect(await playbackPosition(page)).toBe(before);
  });
});

test('the player keeps its drop, position and speed over a reload, resumes drops, and plays the next one', async ({
  join,
  register,
}) => {
  const { page, context } = await join('ada');
  const [title = '', other = ''] = await postLong(await register('ben'), 'Old road', 'New road');
  await page.goto('/app');
  const bar = playerBar(page);

  await test.step('the reloaded page has the paused drop, its position and its speed', async () => {
    await play(page, title);
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0);
    await bar.getByRole('button', { name: 'Speed, 1×' }).click();
    await page.getByRole('menuitemradio', { name: '2×' }).click();
    await expect(bar.getByRole('button', { name: 'Speed, 2×' })).toBeVisible();
    expect(await rate(page)).toBe(2);
    await page.evaluate(() => {
      const audio = document.querySelector('audio');
      if (audio) audio.currentTime = 10;
    });
    await expect.poll(() => shownPosition(page)).toBeGreaterThanOrEqual(10);
    await bar.getByRole('button', { name: 'Pause' }).click();
    const left = await shownPosition(page);
    await page.reload();
    await expect(bar.getByText(title)).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    expect(await shownPosition(page)).toBe(left);
    await expect(bar.getByRole('button', { name: 'Speed, 2×' })).toBeVisible();
  });

  await test.step('another tab has no player', async () => {
    const tab = await context.newPage();
    await tab.goto('/app');
    await expect(cardOf(tab, title)).toBeVisible();
    await expect(playerBar(tab)).toHaveCount(0);
    await tab.close();
  });

  await test.step('a drop resumes at its position, also after another drop', async () => {
    await bar.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(10);
    expect(await rate(page)).toBe(2);
    await play(page, other);
    await expect(bar.getByText(other)).toBeVisible();
    await play(page, title);
    await expect(bar.getByText(title)).toBeVisible();
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(9);
  });

  await test.step('the next drop plays when one ends, and a drop that has ended plays from its start', async () => {
    await page.evaluate(() => {
      const audio = document.querySelector('audio');
      if (audio) audio.currentTime = audio.duration - 0.2;
    });
    await expect(bar.getByText(other)).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0);
    await play(page, title);
    await expect(bar.getByText(title)).toBeVisible();
    expect(await shownPosition(page)).toBeLessThan(5);
  });
});
