import { expect, test } from './fixtures.ts';
import {
  bell,
  cardOf,
  commentsOn,
  expectCounts,
  openComments,
  openSubscribed,
  uniqueTitle,
} from './page-parts.ts';
import { postDrop } from './post-drop.ts';

test('three people’s open pages show each like, comment and notification of a drop', async ({
  join,
}) => {
  const [ada, ben, cyn] = [await join('ada'), await join('ben'), await join('cyn')];
  const title = uniqueTitle('Rain on the roof');
  const drop = await postDrop(ada.client, title);
  await openSubscribed(ada.page, '/app');
  await openSubscribed(ben.page, '/app');
  await openSubscribed(cyn.page, `/voice-drop/${drop}`);
  const everywhere = async (counts: { likes: number; comments: number }) => {
    for (const { page } of [ada, ben, cyn]) await expectCounts(page, title, counts);
  };

  await test.step('Ben likes and comments, which raises the count of Ada’s bell and the numbers of all cards', async () => {
    await expect(bell(ada.page, 0)).toBeVisible();
    await cardOf(ben.page, title)
      .getByRole('button', { name: /^Like / })
      .click();
    await everywhere({ likes: 1, comments: 0 });
    await expect(bell(ada.page, 1)).toBeVisible();
    const dialog = await openComments(ben.page, title);
    await dialog.getByRole('textbox', { name: 'Add a comment' }).fill('I hear it too');
    await ben.page.keyboard.press('Enter');
    await expect(dialog.getByRole('listitem')).toHaveText([/I hear it too/]);
    await everywhere({ likes: 1, comments: 1 });
    await expect(bell(ada.page, 2)).toBeVisible();
  });

  await test.step('Ada reads the notifications at the bell and on their page, and follows one to the comment', async () => {
    const texts = [/commented on your voice drop “I hear it too”/, /liked your voice drop/];
    await bell(ada.page, 2).click();
    const dropdown = ada.page.getByRole('dialog', { name: 'Notifications' });
    await expect(dropdown.getByRole('listitem')).toHaveText(texts);
    await dropdown.getByRole('link', { name: 'View all' }).click();
    const list = ada.page.getByRole('main').getByRole('listitem');
    await expect(list).toHaveText(texts);
    await list.first().getByRole('link').click();
    await ada.page.waitForURL(`**/voice-drop/${drop}?comments=open&comment=*`);
    await expect(commentsOn(ada.page).getByText('I hear it too')).toBeVisible();
    await expect(bell(ada.page, 1)).toHaveCount(1);
  });

  await test.step('Ada mentions Ben and Cyn in a reply, Ben replies, and both see it without a reload', async () => {
    const [adas, bens] = [commentsOn(ada.page), commentsOn(ben.page)];
    await adas.getByRole('button', { name: `Reply to ${ben.username}` }).click();
    await ada.page.keyboard.type(`@${ben.username} @${cyn.username} come over`);
    await ada.page.keyboard.press('Enter');
    const replies = (dialog: typeof adas) =>
      dialog.getByRole('list', { name: 'Replies' }).getByRole('listitem');
    await expect(replies(bens)).toHaveText([/come over/]);
    await bens.getByRole('button', { name: `Reply to ${ada.username}` }).click();
    await ben.page.keyboard.type('On my way');
    await ben.page.keyboard.press('Enter');
    for (const dialog of [adas, bens]) {
      await expect(replies(dialog)).toHaveText([/come over/, /On my way/]);
    }
    await everywhere({ likes: 1, comments: 3 });
    await expect(bell(ada.page, 2)).toHaveCount(1);
  });

  await test.step('Ben gets a notification of the reply and Cyn of the mention, and both follow it to the comment', async () => {
    await ben.page.keyboard.press('Escape');
    await expect(commentsOn(ben.page)).toHaveCount(0);
    for (const [{ page }, words] of [
      [ben, /replied to your comment/],
      [cyn, /mentioned you in a comment/],
    ] as const) {
      await bell(page, 1).click();
      const dropdown = page.getByRole('dialog', { name: 'Notifications' });
      await expect(dropdown.getByRole('listitem')).toHaveText([words]);
      await dropdown.getByRole('listitem').getByRole('link').click();
      await expect(commentsOn(page).getByText('come over')).toBeVisible();
      await expect(bell(page, 0)).toHaveCount(1);
    }
  });

  await test.step('Ben deletes his comment, which disappears with its replies for everyone', async () => {
    await commentsOn(ben.page)
      .getByRole('button', { name: `Delete comment by ${ben.username}` })
      .first()
      .click();
    await ben.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    for (const { page } of [ada, ben, cyn]) {
      await expect(commentsOn(page).getByRole('listitem')).toHaveCount(0);
    }
    await everywhere({ likes: 1, comments: 0 });
  });
});
