import type { Page } from '@playwright/test';
import type { Account } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { makeSpokenClip, postDrop } from './post-drop.ts';

const playerBar = (page: Page) => page.getByRole('region', { name: 'Player' });

/** Posts drops of a second in this order. @returns their titles, the newest first */
async function postShort({ client }: Account, ...words: string[]): Promise<string[]> {
  const clip = await makeSpokenClip('audio/mpeg');
  const titles = words.map(uniqueTitle);
  for (const title of titles) await postDrop(client, title, { duration: 1 }, clip);
  return titles.toReversed();
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the player stays at the end of a list, where its open sheet offers like, replay and what could come next', async ({
    join,
    register,
  }) => {
    const [{ page }, ben, cyn] = [await join('ada'), await register('ben'), await register('cyn')];
    await postShort(cyn, 'Elsewhere');
    const [title = ''] = await postShort(ben, 'The last');
    await page.goto(`/${ben.username}`);
    await cardOf(page, title)
      .getByRole('button', { name: `Play ${title}` })
      .click();
    await playerBar(page).getByRole('button', { name: 'Open player' }).click();
    const sheet = page.getByRole('dialog', { name: 'Player' });
    const like = sheet.getByRole('button', { name: `Like ${title}, 0 likes` });
    await expect(like).toBeVisible();
    // The sheet is still sliding up.
    const placeOfLike = () => like.evaluate((button) => button.getBoundingClientRect().top);
    await expect(async () => {
      const before = await placeOfLike();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await placeOfLike()).toBe(before);
    }).toPass();
    const place = await placeOfLike();

    await expect(sheet.getByRole('button', { name: 'Replay' })).toBeVisible();
    expect(await placeOfLike()).toBe(place);
    await like.click();
    await expect(sheet.getByRole('button', { name: `Like ${title}, 1 like` })).toBeVisible();
    const played = page.evaluate(async () => {
      const audio = document.querySelector('audio');
      await new Promise((resolve) => audio?.addEventListener('playing', resolve));
    });
    await sheet.getByRole('button', { name: 'Replay' }).click();
    await played;
    await sheet.getByRole('listitem').getByRole('button').first().click();
    await expect(sheet.getByRole('link', { name: title })).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(playerBar(page)).toBeVisible();
  });
});
