import { randomUUID } from 'node:crypto';
import { builtFile } from './built-file.ts';
import { expect, test } from './fixtures.ts';
import { cardOf, openSubscribed, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';

test('a member follows a hashtag, whose next drop appears in the feed with the reason', async ({
  join,
  register,
}) => {
  const tag = `rain${randomUUID().slice(0, 6)}`;
  const [ben, ada] = [await join('ben'), await register('ada')];
  const { page } = ben;
  const [first, next] = [uniqueTitle('Rain on the roof'), uniqueTitle('More rain')];
  await postDrop(ada.client, first, { hashtags: [tag, `${tag}night`] });

  await test.step('the search box suggests the hashtag during typing', async () => {
    // The suggestions' code loads after the typing.
    const { promise: isTyped, resolve: onTyped } = Promise.withResolvers<void>();
    await page.route(`**${builtFile('shell/frame-background.tsx')}`, async (route) => {
      await isTyped;
      await route.continue();
    });
    await page.goto('/messages');
    await page.getByPlaceholder('Search voice drops, users...').fill(tag);
    onTyped();
    const suggestion = page.getByRole('option', { name: `${tag} 1 public voice drops` });
    await expect(suggestion).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `#${tag}` })).toBeVisible();
  });

  await test.step('the hashtag’s page shows its drops and related hashtags', async () => {
    await expect(page.getByText('1 public voice drop', { exact: true })).toBeVisible();
    await expect(cardOf(page, first)).toBeVisible();
    const related = page.getByRole('navigation', { name: 'Related tags' });
    await expect(related.getByRole('link', { name: `#${tag}night` })).toBeVisible();
    await page.getByText('Hottest', { exact: true }).click();
    await expect(cardOf(page, first)).toBeVisible();
    await expect(page).toHaveURL(/order=hottest/);
    await page.getByRole('button', { name: `Follow #${tag}` }).click();
    await expect(page.getByRole('button', { name: `Following #${tag}` })).toBeVisible();
  });

  await test.step('the next drop appears in the feed with the reason', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openSubscribed(page, '/app');
    await expect(cardOf(page, first).getByText(`You follow #${tag}`)).toBeVisible();
    const followedTags = page.getByRole('region', { name: 'Your tags' });
    await expect(followedTags.getByRole('link', { name: `#${tag}` })).toBeVisible();
    await postDrop(ada.client, next, { hashtags: [tag] });
    await expect(cardOf(page, next).getByText(`You follow #${tag}`)).toBeVisible();
  });

  await test.step('a search finds the hashtag, which is then unfollowed', async () => {
    await page.goto(`/explore?q=${tag}`);
    const tags = page.getByRole('region', { name: 'Hashtags' });
    await expect(tags.getByRole('link')).toHaveCount(2);
    await tags.getByRole('link').first().click();
    await page.getByRole('button', { name: `Following #${tag}` }).click();
    await expect(page.getByRole('button', { name: `Follow #${tag}` })).toBeVisible();
  });
});
