import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expect, test } from './people.ts';
import { postDrop } from './post-drop.ts';

const titles = (page: Page) => page.getByRole('article').getByRole('heading');
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search by title or username' });

test('Explore finds by title and by name what it should, and nothing else', async ({ join }) => {
  const mark = randomUUID().slice(0, 6);
  const ada = await join('ada');
  const ben = await join('ben');
  const said = [
    `100% ${mark}`,
    `1000 ${mark}`,
    `a_b ${mark}`,
    `aXb ${mark}`,
    `yes, (no) "${mark}"`,
  ];
  for (const title of said) await postDrop(ada.client, title);
  await postDrop(ada.client, `tagged #Night${mark}`, { hashtags: [`night${mark}`], duration: 30 });
  await postDrop(ben.client, `long ${mark}`, { duration: 120.1 });
  await postDrop(ben.client, `kept ${mark}`, { privacy_level: 'private' });
  const { page } = ben;

  await test.step('wildcards, commas, parentheses and quotes are letters', async () => {
    // Only cards near the screen are drawn: on this one, all that are found.
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

  await test.step('a name finds all its owner shares, a hashtag what carries it', async () => {
    await field(page).fill(`@${ben.username.toUpperCase()}`);
    await expect(titles(page)).toHaveText([`long ${mark}`]);
    await field(page).fill(`#NIGHT${mark}`);
    await expect(titles(page)).toHaveText([`tagged #Night${mark}`]);
  });

  await test.step('filters and words work together, and stay after a reload and on the way back', async () => {
    await field(page).fill(mark);
    await expect(titles(page)).toHaveCount(7);
    await page.getByText('Long', { exact: true }).click();
    await expect(titles(page)).toHaveText([`long ${mark}`]);
    await page.reload();
    await expect(titles(page)).toHaveText([`long ${mark}`]);
    await expect(field(page)).toHaveValue(mark);
    await page.getByRole('radio', { name: 'Long' }).press('ArrowLeft');
    await expect(titles(page)).toHaveText([`tagged #Night${mark}`]);
    await expect(page).toHaveURL(new RegExp(`q=${mark}&filter=medium`));
    await page.goBack();
    await expect(titles(page)).toHaveText([`long ${mark}`]);
  });

  await test.step('a private account is not found, not even by who follows it', async () => {
    const { data } = await ada.client.auth.getUser();
    const { data: me } = await ben.client.auth.getUser();
    const user_id = data.user?.id ?? '';
    await ben.client
      .from('follows')
      .insert({ follower_id: me.user?.id ?? '', following_id: user_id })
      .throwOnError();
    await ada.client
      .from('profiles')
      .update({ is_private: true })
      .eq('user_id', user_id)
      .throwOnError();
    await page.goto(`/explore?q=${mark}`);
    await expect(titles(page)).toHaveText([`long ${mark}`]);
  });

  await test.step('the box in the top bar leads here from anywhere, on a phone too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/messages');
    await page.getByPlaceholder('Search voice drops, users...').fill(`long ${mark}`);
    await page.keyboard.press('Enter');
    await expect(titles(page)).toHaveText([`long ${mark}`]);
    await expect(page.getByPlaceholder('Search voice drops, users...')).toHaveValue(`long ${mark}`);
  });
});

test('bookmarks are searched, sorted and counted, without those that can no longer be seen', async ({
  join,
}) => {
  const mark = randomUUID().slice(0, 6);
  const ada = await join('ada');
  const { page, client } = await join('ben');
  const user_id = (await client.auth.getUser()).data.user?.id ?? '';
  const ids = [
    await postDrop(ada.client, `middling ${mark}`, { duration: 20 }),
    await postDrop(ada.client, `longest ${mark}`, { duration: 90, hashtags: [`deep${mark}`] }),
    await postDrop(ada.client, `shortest ${mark}`, { duration: 5 }),
    await postDrop(ada.client, `withdrawn ${mark}`),
  ];
  for (const voice_drop_id of ids) {
    await client.from('bookmarks').insert({ user_id, voice_drop_id }).throwOnError();
  }
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on Explore, Bookmarks, Trending and Messages in the ${colorScheme} theme`, async ({
    join,
  }) => {
    const { page, client } = await join('ada');
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const voice_drop_id = await postDrop(client, 'A thought #late', { hashtags: ['late'] });
    const user_id = (await client.auth.getUser()).data.user?.id ?? '';
    const check = async () => {
      expect.soft((await new AxeBuilder({ page }).analyze()).violations, page.url()).toEqual([]);
    };
    await page.goto('/bookmarks');
    await expect(page.getByText('Bookmark posts to save them for later')).toBeVisible();
    await check();
    await client.from('bookmarks').insert({ user_id, voice_drop_id }).throwOnError();
    await page.goto('/explore?q=zzzz&filter=long');
    await expect(page.getByText('No Voice Drops Yet')).toBeVisible();
    await check();
    for (const path of ['/explore?q=thought', '/bookmarks']) {
      await page.goto(path);
      await expect(page.getByRole('article').first()).toBeVisible();
      await check();
    }
    for (const path of ['/trending', '/messages']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await check();
    }
  });
}
