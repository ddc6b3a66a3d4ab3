import { expect, test } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';

test('an author downloads a drop under its title', async ({ join }) => {
  const { page, client } = await join('ada');
  const title = uniqueTitle('Café à minuit');
  await postDrop(client, title);
  await page.goto('/profile');
  const downloading = page.waitForEvent('download');
  await cardOf(page, title)
    .getByRole('button', { name: /^Share/ })
    .click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe(`${title}.wav`);
});
