import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { focusSkipLink, goToAction, pressAction, tabTo } from './keyboard.ts';
import { cardOf, openSubscribed, uniqueTitle } from './page-parts.ts';
import { postDrop, postDrops } from './post-drop.ts';
import { updateProfile } from './seed.ts';

// The app logs the writes that fail here, and the reads that a missing network or a reload ends.
test.use({
  expectedErrors: [
    /could not be (written|sent|blocked|prepared|followed|read\. TypeError: Failed to fetch)/,
  ],
});

test('a like and a bookmark are kept after a reload, and are taken back when they cannot be written', async ({
  join,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const title = uniqueTitle('Last tram');
  await postDrop(ada.client, title);
  const { page, context } = ben;
  await page.goto('/app');
  const card = cardOf(page, title);

  for (const { name, table, added, removed, failed } of [
    {
      name: /^Like /,
      table: 'voice_drop_likes',
      added: 'Added to favorites',
      removed: 'Removed from favorites',
      failed: 'Failed to update like status',
    },
    {
      name: /^Bookmark /,
      table: 'bookmarks',
      added: 'Added to bookmarks',
      removed: 'Removed from bookmarks',
      failed: 'Failed to update bookmark',
    },
  ]) {
    const button = card.getByRole('button', { name });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText(added)).toBeVisible();
    await page.reload();
    await expect(button).toHaveAttribute('aria-pressed', 'true');

    await page.route(`**/rest/v1/${table}**`, (route) =>
      route.fulfill({ status: 500, json: { code: '57014', message: 'canceled' } }),
    );
    await button.click();
    await expect(page.getByText(failed)).toBeVisible();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await page.unroute(`**/rest/v1/${table}**`);
    // A fresh page is without the toast, whose like is expected below.
    await page.reload();
    await expect(button).toHaveAttribute('aria-pressed', 'true');

    // What is fetched ahead has come by then.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await button.click();
    await expect(page.getByText(failed)).toBeVisible();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await context.setOffline(false);

    await button.click();
    await expect(page.getByText(removed)).toBeVisible();
    await page.reload();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
  }

  await card.getByRole('button', { name: /^Like / }).click();
  await expect(page.getByText('Added to favorites')).toBeVisible();
  await ada.page.goto('/profile');
  await expect(
    cardOf(ada.page, title).getByRole('button', { name: `Like ${title}, 1 like` }),
    'the author sees that somebody likes the drop',
  ).toHaveAttribute('aria-pressed', 'false');
});

test('a member likes, bookmarks and reports a drop by keyboard alone', async ({
  join,
  register,
}) => {
  const [ada, ben] = [await register('ada'), await join('ben')];
  const title = uniqueTitle('Only keys');
  await postDrop(ada.client, title);
  const { page } = ben;
  await page.goto('/app');
  const card = cardOf(page, title);
  const options = card.getByRole('button', { name: /^Options/ });
  await card.waitFor();

  await focusSkipLink(page);
  await pressAction(options);
  await expect(page.getByRole('menuitem', { name: 'Report' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Report Voice Drop' });
  const submit = dialog.getByRole('button', { name: 'Submit Report' });
  await expect(submit).toBeDisabled();
  await tabTo(dialog.getByLabel('Spam or misleading content'));
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByLabel('Harassment or hate speech')).toBeChecked();
  await tabTo(dialog.getByLabel('Additional details (optional)'));
  await page.keyboard.type('It is about me.');

  // What is fetched ahead has come by then.
  await page.waitForLoadState('networkidle');
  await ben.context.setOffline(true);
  await tabTo(submit);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Failed to submit report. Please try again.').first()).toBeVisible();
  await expect(dialog.getByLabel('Additional details (optional)')).toHaveValue('It is about me.');
  await ben.context.setOffline(false);
  await tabTo(submit);
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Report submitted successfully. Our team will review it shortly.'),
  ).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(options, 'the focus is back where it came from').toBeFocused();

  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Report' }).press('Enter');
  await dialog.getByLabel('Other').press('Space');
  await submit.press('Enter');
  await expect(page.getByText('You have reported this before')).toBeVisible();

  await goToAction(card.getByRole('button', { name: /^Like / }));
  await page.keyboard.press('Space');
  await expect(page.getByText('Added to favorites')).toBeVisible();
  await goToAction(card.getByRole('button', { name: /^Bookmark / }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Added to bookmarks')).toBeVisible();
});

test('a blocked person’s drops leave the feed at once, for both, and come back when the block is undone', async ({
  join,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const [first, second, bens] = [uniqueTitle('One'), uniqueTitle('Two'), uniqueTitle('Ben’s')];
  await postDrop(ben.client, bens);
  await postDrops(ada.client, [first, second]);
  const { page, context } = ben;
  await openSubscribed(page, '/app');
  const cards = [cardOf(page, first), cardOf(page, second)] as const;
  const askToBlock = async () => {
    await cards[1].getByRole('button', { name: /^Options/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Block User' }).press('Enter');
  };
  const block = async () => {
    await askToBlock();
    await page.getByRole('button', { name: 'Block User' }).press('Enter');
  };
  // After this the code of the menu and the dialog has been loaded, so that both open offline.
  await askToBlock();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');

  await context.setOffline(true);
  await block();
  await expect(page.getByText('Failed to block user. Please try again.')).toBeVisible();
  for (const card of cards) await expect(card).toBeVisible();
  await context.setOffline(false);

  await block();
  await expect(page.getByText('User blocked successfully')).toBeVisible();
  for (const card of cards) await expect(card).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(
    page.getByRole('article').first().locator(':focus'),
    'the focus moves to the card that took the place',
  ).toHaveCount(1);

  await ada.page.goto('/app');
  await expect(cardOf(ada.page, second)).toBeVisible();
  await expect(
    cardOf(ada.page, bens),
    'the blocked person does not see the other’s drops either',
  ).toHaveCount(0);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('User unblocked successfully')).toBeVisible();
  for (const card of cards) await expect(card).toBeVisible();
  await page.reload();
  for (const card of cards) await expect(card).toBeVisible();
});

test('a drop is downloaded under its title by its author, and by others when the author allows it', async ({
  join,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  const title = uniqueTitle('Café à minuit');
  await postDrop(ada.client, title);
  const download = async (page: Page) => {
    const begun = page.waitForEvent('download');
    await cardOf(page, title)
      .getByRole('button', { name: /^Share/ })
      .click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    expect((await begun).suggestedFilename()).toBe(`${title}.wav`);
  };
  await ada.page.goto('/profile');
  await download(ada.page);

  await ben.page.goto('/app');
  const share = cardOf(ben.page, title).getByRole('button', { name: /^Share/ });
  await expect(share).not.toHaveAttribute('aria-haspopup');

  await updateProfile(ada, { allow_downloads: true });
  await ben.page.reload();
  await download(ben.page);
});
