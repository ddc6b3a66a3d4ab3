import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { postDrop } from './post-drop.ts';
import { bookmark, follow, updateProfile } from './seed.ts';

const titles = (page: Page) => page.getByRole('article').getByRole('heading');
const field = (page: Page) => page.getByRole('combobox', { name: 'Search by title or username' });

test('Explore finds drops by title, username and hashtag, and none that may not be seen', async ({
  join,
  register,
}) => {
  const mark = randomUUID().slice(0, 6);
  const ada = await register('ada');
  const ben = await join('ben');
  const titlesOfAda = [
    `100% ${mark}`,
    `1000 ${mark}`,
    `a_b ${mark}`,
    `aXb ${mark}`,
    `yes, (no) "${mark}"`,
  ];
  for (const title of titlesOfAda) await postDrop(ada.client, title);
  await postDrop(ada.client, `tagged #Night${mark}`, { hashtags: [`night${mark}`], duration: 30 });
  await postDrop(ben.client, `long ${mark}`, { duration: 120.1 });
  await postDrop(ben.client, `kept ${mark}`, { privacy_level: 'private' });
  const { page } = ben;

  await test.step('wildcards, commas, parentheses and quotes are taken literally', async () => {
    // Only cards near the viewport are rendered: in one this tall, all that are found.
    await page.setViewportSize({ width: 1280, height: 2400 });
    await page.goto('/explore');
    for (const [words, found] of [
      [`0% ${mark}`, [`100% ${mark}`]],
      [`a_b ${mark}`, [`a_b ${mark}`]],
      [`A_B ${mark}`, [`a_b ${mark}`]],
      [`s, (no) "${mark}"`, [`yes, (no) "${mark}"`]],
      [`\\${mark}`, []],
    ] as const) {
      await field(page).fill(words);
      await expect(page.getByText(`Results for “${words}”`)).toBeVisible();
      if (found.length === 0) await expect(page.getByText('No Voice Drops Yet')).toBeVisible();
      await expect(titles(page)).toHaveText(found);
    }
  });

  await test.step('a username finds all drops of its owner, a hashtag all that carry it', async () => {
    await field(page).fill(`@${ben.username.toUpperCase()}`);
    await expect(titles(page)).toHaveText([`long ${mark}`]);
    await field(page).fill(`#NIGHT${mark}`);
    await expect(titles(page)).toHaveText(['tagged']);
  });

  await test.step('filter and text work together, and are kept by a reload and by going back', async () => {
    await field(page).fill(mark);
    await expect(titles(page)).toHaveCount(7);
    await page.getByText('Long', { exact: true }).click();
    await expect(titles(page)).toHaveText([`long ${mark}`]);
    await page.reload();
    await expect(titles(page)).toHaveText([`long ${mark}`]);
    await expect(field(page)).toHaveValue(mark);
    await page.getByRole('radio', { name: 'Long' }).press('ArrowLeft');
    await expect(titles(page)).toHaveText(['tagged']);
    await expect(page).toHaveURL(new RegExp(`q=${mark}&filter=medium`));
    await page.goBack();
    await expect(titles(page)).toHaveText([`long ${mark}`]);
  });

  await test.step('a private account is not found, not even by its follower', async () => {
    await follow(ben, ada);
    await updateProfile(ada, { is_private: true });
    await page.goto(`/explore?q=${mark}`);
    await expect(titles(page)).toHaveText([`long ${mark}`]);
  });

  await test.step('the search box in the top bar leads to Explore, on a phone too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/messages');
    await page.getByPlaceholder('Search voice drops, users...').fill(`long ${mark}`);
    await page.keyboard.press('Enter');
    await expect(titles(page)).toHaveText([`long ${mark}`]);
    await expect(field(page)).toHaveValue(`long ${mark}`);
    await expect(page.getByRole('combobox'), 'the page has one search').toHaveCount(1);
  });
});

test('bookmarks are searched, sorted and counted, without drops that are private by now', async ({
  join,
  register,
}) => {
  const mark = randomUUID().slice(0, 6);
  const ada = await register('ada');
  const ben = await join('ben');
  const { page } = ben;
  const ids = [
    await postDrop(ada.client, `middling ${mark}`, { duration: 20 }),
    await postDrop(ada.client, `longest ${mark}`, { duration: 90, hashtags: [`deep${mark}`] }),
    await postDrop(ada.client, `shortest ${mark}`, { duration: 5 }),
    await postDrop(ada.client, `withdrawn ${mark}`),
  ];
  for (const id of ids) await bookmark(ben, id);
  await ada.client
    .from('voice_drops')
    .update({ privacy_level: 'private' })
    .eq('id', ids[3] ?? '')
    .throwOnError();

  await page.goto('/bookmarks');
  await expect(titles(page)).toHaveText([
    `shortest ${mark}`,
    `longest ${mark}`,
    `middling ${mark}`,
  ]);
  await expect(page.getByText(/^3\s*bookmarks$/)).toBeVisible();
  await page.getByText('Oldest First').click();
  await expect(titles(page)).toHaveText([
    `middling ${mark}`,
    `longest ${mark}`,
    `shortest ${mark}`,
  ]);
  await page.getByText('Longest Duration').click();
  await expect(titles(page)).toHaveText([
    `longest ${mark}`,
    `middling ${mark}`,
    `shortest ${mark}`,
  ]);

  const search = page.getByRole('searchbox', { name: 'Search bookmarks' });
  for (const [words, found] of [
    [`shortest ${mark}`, [`shortest ${mark}`]],
    [ada.username, [`longest ${mark}`, `middling ${mark}`, `shortest ${mark}`]],
    [`deep${mark}`, [`longest ${mark}`]],
    [`withdrawn`, []],
  ] as const) {
    await search.fill(words);
    await expect(titles(page)).toHaveText(found);
  }
  await expect(page.getByText('No bookmarks found')).toBeVisible();
});
