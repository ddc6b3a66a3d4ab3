import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { updateProfile } from './seed.ts';

test('an author downloads a drop under its title, and others do once the author allows it', async ({
  join,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const title = uniqueTitle('Café à minuit');
  await postDrop(ada.client, title);
  const download = async (page: Page) => {
    const downloading = page.waitForEvent('download');
    await cardOf(page, title)
      .getByRole('button', { name: /^Share/ })
      .click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toBe(`${title}.wav`);
  };
  await ada.page.goto('/profile');
  await download(ada.page);

  await ben.page.goto('/app');
  const share = cardOf(ben.page, title).getByRole('button', { name: /^Share/ });
  await share.click();
  await expect(ben.page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  await expect(ben.page.getByRole('menuitem', { name: 'Download' })).toHaveCount(0);

  await updateProfile(ada, { allow_downloads: true });
  await ben.page.reload();
  await download(ben.page);
});
