import type { Page } from '@playwright/test';
import { type Person, expect, test } from './fixtures.ts';
import { cardOf, expectCounts, openComments, stat, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { record } from './recording.ts';

// The app logs the writes that fail here.
test.use({ expectedErrors: [/could not be|was not posted/] });

/** Lets every write time out until the returned function is called. */
async function breakWrites(page: Page): Promise<() => Promise<void>> {
  const writes = /\/(?:rest|storage)\/v1\/(?!rpc\/|object\/sign)/;
  await page.route(writes, (route) =>
    ['POST', 'PATCH', 'DELETE'].includes(route.request().method())
      ? route.abort('timedout')
      : route.fallback(),
  );
  return () => page.unroute(writes);
}

/** Does something while writes time out, then again while they are answered. */
async function failFirst(
  { page }: Person,
  act: () => Promise<void>,
  { failed, done }: { failed: string; done: string },
): Promise<void> {
  const restore = await breakWrites(page);
  await act();
  await expect(page.getByText(failed).first()).toBeVisible();
  await restore();
  // A toast stays for as long as the pointer is on it, and may cover what is pressed next.
  await page.mouse.move(0, 0);
  await act();
  await expect(page.getByText(done).first()).toBeVisible();
}

test('a write that times out is taken back with a message, and succeeds when tried again', async ({
  join,
  register,
}) => {
  const [ada, ben] = [await register('ada'), await join('ben')];
  const title = uniqueTitle('No answer');
  await postDrop(ada.client, title);
  const { page } = ben;
  // Tall enough for the toasts at its bottom to cover nothing that is pressed.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.goto('/app');
  const card = cardOf(page, title);

  await test.step('a like', async () => {
    await failFirst(ben, () => card.getByRole('button', { name: /^Like / }).click(), {
      failed: 'Failed to update like status',
      done: 'Added to favorites',
    });
    await expectCounts(page, title, { likes: 1, comments: 0 });
  });

  await test.step('a bookmark', async () => {
    await failFirst(ben, () => card.getByRole('button', { name: /^Bookmark / }).click(), {
      failed: 'Failed to update bookmark',
      done: 'Added to bookmarks',
    });
  });

  await test.step('a comment, whose text stays in its box', async () => {
    const dialog = await openComments(page, title);
    const box = dialog.getByRole('textbox', { name: 'Add a comment' });
    await box.fill('Anyone there?');
    await failFirst(
      ben,
      async () => {
        await expect(box).toHaveValue('Anyone there?');
        await box.press('Enter');
      },
      { failed: 'Failed to add comment', done: 'Comment added successfully' },
    );
    await expectCounts(page, title, { likes: 1, comments: 1 });
    const restore = await breakWrites(page);
    await dialog.getByRole('button', { name: 'Like, 0 likes' }).click();
    await expect(page.getByText('Failed to like comment')).toBeVisible();
    await restore();
    await dialog.getByRole('button', { name: 'Like, 0 likes' }).click();
    await expect(dialog.getByRole('button', { name: 'Like, 1 like' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a follow', async () => {
    await page.goto(`/${ada.username}`);
    const word = (name: string) => page.getByRole('button', { name, exact: true });
    await failFirst(ben, () => word('Follow').click(), {
      failed: 'Failed to follow user',
      done: 'Following user!',
    });
    await expect(word('Unfollow')).toBeVisible();
    await expect(stat(page, 'Followers')).toHaveText('1');
  });

  await test.step('the settings, whose fields keep what was typed', async () => {
    await page.goto('/settings');
    await page.getByLabel('Bio').fill('Patient.');
    await failFirst(
      ben,
      async () => {
        await expect(page.getByLabel('Bio')).toHaveValue('Patient.');
        await page.getByRole('button', { name: 'Save Changes' }).click();
      },
      { failed: 'Error saving settings', done: 'Your settings have been updated successfully' },
    );
  });

  await test.step('a post, whose recording and description are kept', async () => {
    await page.goto('/record');
    await record(page, 1);
    await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
    const posted = uniqueTitle('Said at last');
    await page.getByLabel('Description').fill(posted);
    await failFirst(
      ben,
      async () => {
        await expect(page.getByLabel('Description')).toHaveValue(posted);
        await page.getByRole('button', { name: 'Post Voice Drop' }).click();
      },
      { failed: 'Failed to upload audio file. Please try again.', done: 'Voice Drop Posted!' },
    );
    await expect(cardOf(page, posted)).toBeVisible();
  });
});

test('a profile edited offline keeps what was typed, and once saved shows on the page and the cards', async ({
  join,
}) => {
  const ada = await join('ada');
  const { page, context, username } = ada;
  const title = uniqueTitle('Signed');
  await postDrop(ada.client, title);
  await page.goto('/profile');
  await expect(cardOf(page, title).getByRole('link', { name: username })).toBeVisible();
  await page.getByRole('button', { name: 'Edit profile' }).click();
  const dialog = page.getByRole('dialog');
  const name = `x-${username}`;
  await dialog.getByLabel('Username').fill(name);
  await dialog.getByLabel('Bio').fill('Only at night.');
  await expect(dialog.getByText('Username is available!')).toBeVisible();
  const save = dialog.getByRole('button', { name: 'Save Changes' });

  await context.setOffline(true);
  await save.click();
  await expect(page.getByText('Failed to update profile').first()).toBeVisible();
  await expect(dialog.getByLabel('Username')).toHaveValue(name);
  await expect(dialog.getByLabel('Bio')).toHaveValue('Only at night.');
  await context.setOffline(false);
  await save.click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('Only at night.')).toBeVisible();
  await expect(cardOf(page, title).getByRole('link', { name })).toBeVisible();
});
