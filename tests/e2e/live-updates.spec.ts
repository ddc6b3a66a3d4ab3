import { expect, test } from './fixtures.ts';
import {
  bell,
  cardOf,
  commentsOn,
  expectCounts,
  openComments,
  openSubscribed,
  stat,
  uniqueTitle,
} from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { record } from './recording.ts';
import { dropIdOf } from './seed.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a drop is posted, liked and commented on, and three people’s open pages show each change', async ({
  join,
}) => {
  const [ada, ben, cyn] = [await join('ada'), await join('ben'), await join('cyn')];
  const title = uniqueTitle('Rain on the roof');
  await openSubscribed(ben.page, '/app');

  await test.step('Ada records and posts a drop, and it arrives in Ben’s feed', async () => {
    await ada.page.goto('/record');
    await record(ada.page, 1);
    await ada.page.getByRole('button', { name: 'Choose Voice Filter' }).click();
    await ada.page.getByLabel('Description').fill(title);
    await ada.page.getByRole('button', { name: 'Post Voice Drop' }).click();
    await ada.page.waitForURL('**/profile');
    await expect(ben.page.getByText(`${ada.username} just shared “${title}”`)).toBeVisible();
    await expect(cardOf(ben.page, title)).toBeVisible();
  });

  const drop = await dropIdOf(ada, title);
  await openSubscribed(ada.page, '/app');
  await openSubscribed(cyn.page, `/voice-drop/${drop}`);
  const everywhere = async (counts: { likes: number; comments: number }) => {
    for (const { page } of [ada, ben, cyn]) await expectCounts(page, title, counts);
  };

  await test.step('Ben likes and comments: Ada’s bell counts, and the cards’ numbers agree', async () => {
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

  await test.step('Ada reads the notifications under the bell and on their page, and follows one to the comment', async () => {
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

  await test.step('Ada replies and mentions Ben and Cyn, Ben replies, and both see it without a reload', async () => {
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

  await test.step('Ben is notified of the reply and Cyn of the mention, and both follow it to the comment', async () => {
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
});

test('three people write in one thread, and all see the same comments and counts', async ({
  join,
}) => {
  const [ada, ben, cyn] = [await join('ada'), await join('ben'), await join('cyn')];
  const title = uniqueTitle('The kettle');
  await postDrop(ada.client, title);
  for (const { page } of [ada, ben, cyn]) await openSubscribed(page, '/app');
  const [adas, bens] = [await openComments(ada.page, title), await openComments(ben.page, title)];
  const say = async ({ page }: typeof ada, words: string) => {
    await commentsOn(page).getByRole('textbox', { name: 'Add a comment' }).fill(words);
    await page.keyboard.press('Enter');
  };

  await Promise.all([say(ada, 'It whistles'), say(ben, 'It sings')]);
  for (const dialog of [adas, bens]) await expect(dialog.getByRole('listitem')).toHaveCount(2);
  for (const { page } of [ada, ben, cyn]) {
    await expectCounts(page, title, { likes: 0, comments: 2 });
  }

  const cyns = await openComments(cyn.page, title);
  await cyns.getByRole('button', { name: `Reply to ${ada.username}` }).click();
  await cyn.page.keyboard.type('At night it does');
  await cyn.page.keyboard.press('Enter');
  for (const dialog of [adas, bens, cyns]) {
    await expect(dialog.getByRole('list', { name: 'Replies' })).toHaveText([/At night it does/]);
  }

  await test.step('a deleted comment goes with its replies, for all', async () => {
    await adas.getByRole('button', { name: `Delete comment by ${ada.username}` }).click();
    await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    for (const { page } of [ada, ben, cyn]) {
      await expect(commentsOn(page).getByRole('listitem')).toHaveText([/It sings/]);
      await expectCounts(page, title, { likes: 0, comments: 1 });
    }
  });
});

test('a follow shows in both profiles’ numbers, the bell, the feed and the suggestions', async ({
  join,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  await postDrop(ada.client, uniqueTitle('For everyone'));
  const held = uniqueTitle('For those who follow');
  await postDrop(ada.client, held, { privacy_level: 'followers' });
  await openSubscribed(ada.page, '/profile');
  await expect(stat(ada.page, 'Followers')).toHaveText('0');

  await ben.page.goto(`/${ada.username}`);
  await ben.page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(ben.page.getByText('Following user!')).toBeVisible();
  await expect(stat(ben.page, 'Followers')).toHaveText('1');
  await expect(bell(ada.page, 1)).toBeVisible();
  await expect(stat(ada.page, 'Followers')).toHaveText('1');

  await bell(ada.page, 1).click();
  await ada.page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /started following you/ })
    .click();
  await ada.page.waitForURL(`**/${ben.username}`);
  await expect(stat(ada.page, 'Following')).toHaveText('1');

  await ben.page.getByRole('link', { name: 'Home' }).first().click();
  await expect(cardOf(ben.page, held)).toBeVisible();
  const { data: suggested } = await ben.client.rpc('suggested_people').throwOnError();
  expect(suggested.map(({ username }) => username)).not.toContain(ada.username);
});
