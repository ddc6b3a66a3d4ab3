import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import type { Account } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { playbackPosition } from './recording.ts';

// The network may be cut while messages are read.
test.use({ expectedErrors: [/could not be read\. TypeError: Failed to fetch/] });

const box = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const log = (page: Page) => page.getByRole('log');

async function write(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await page.keyboard.press('Enter');
}

/** Writes to somebody through the API, as from another device. */
async function writeTo({ client }: Account, person: Account, content: string): Promise<void> {
  const { data: conversation } = await client
    .rpc('open_conversation', { person: person.id })
    .throwOnError();
  const id = crypto.randomUUID();
  await client.rpc('send_message', { id, conversation, content }).throwOnError();
}

test('two people write and speak to each other in two browsers, once a request is accepted', async ({
  join,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];

  await test.step('Ada’s first message is a request, after which she has to wait', async () => {
    await ada.page.goto(`/${ben.username}`);
    await ada.page.getByRole('button', { name: 'Message', exact: true }).click();
    await write(ada.page, 'Hello Ben, is it still raining?');
    await expect(ada.page.getByText(/^You can write more once/)).toBeVisible();
  });

  await test.step('Ben accepts it, and both write live', async () => {
    await ben.page.goto('/messages');
    await ben.page.getByRole('tab', { name: /^Requests/ }).click();
    await ben.page.getByRole('link', { name: new RegExp(ada.username) }).click();
    await expect(log(ben.page).getByText('Hello Ben')).toBeVisible();
    await expect(ada.page.getByText('Seen')).toBeHidden();
    await ben.page.getByRole('button', { name: 'Accept' }).click();
    await box(ben.page).pressSequentially('It is');
    await expect(ada.page.getByText('Writing...').first()).toBeVisible();
    await write(ben.page, 'It is, and I like it');
    await expect(log(ada.page).getByText('It is, and I like it')).toBeVisible();
    await expect(ben.page.getByText('Seen')).toBeVisible();
  });

  await test.step('what Ada writes without a network arrives in order, once each', async () => {
    await ada.context.setOffline(true);
    for (const text of ['One', 'Two', 'Three']) await write(ada.page, text);
    await expect(ada.page.getByText('Waits for the network').first()).toBeVisible();
    await ada.context.setOffline(false);
    await expect(log(ben.page).getByText('Three')).toBeVisible();
    const arrived = log(ben.page)
      .getByRole('article')
      .filter({ hasText: /^(One|Two|Three)/ });
    await expect(arrived).toHaveText([/^One/, /^Two/, /^Three/]);
  });

  await test.step('Ben’s voice is played by Ada', async () => {
    await ben.page.getByRole('button', { name: 'Record a voice message' }).click();
    await expect(ben.page.getByText(/^0:0[1-9]/).first()).toBeVisible();
    await ben.page.getByRole('button', { name: 'Stop recording' }).click();
    await ben.page.getByRole('button', { name: 'Send voice message' }).click();
    await ada.page.getByRole('button', { name: /^Play Voice message from/ }).click();
    await expect.poll(() => playbackPosition(ada.page)).toBeGreaterThan(0);
  });

  await expectAccessible(ada.page, 'a conversation with text and voice');
});

test('a request is reported, and another one is deleted', async ({ join, register }) => {
  const [ben, cyn, dan] = [await join('ben'), await register('cyn'), await register('dan')];
  await writeTo(cyn, ben, 'Buy my radio');
  await writeTo(dan, ben, 'Wrong number?');
  const { page } = ben;
  await page.goto('/messages');
  await page.getByRole('tab', { name: /^Requests/ }).click();
  await expectAccessible(page, 'requests');

  await page.getByRole('link', { name: new RegExp(cyn.username) }).click();
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByLabel('Spam or misleading content').check();
  await page.getByRole('button', { name: 'Submit report' }).click();
  await expect(page.getByText('Report submitted successfully.', { exact: false })).toBeVisible();

  await page.getByRole('link', { name: new RegExp(dan.username) }).click();
  await expectAccessible(page, 'a request');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Conversation deleted')).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(dan.username) })).toBeHidden();
});

test('a conversation of several screens opens at the first unread message, and shows one that was searched for', async ({
  join,
  register,
}) => {
  const [ben, cyn] = [await join('ben'), await register('cyn')];
  await ben.client
    .from('follows')
    .insert({ follower_id: ben.id, following_id: cyn.id })
    .throwOnError();
  await writeTo(cyn, ben, 'The lighthouse is lit');
  for (let wave = 1; wave <= 40; wave++) await writeTo(cyn, ben, `Wave ${wave}`);
  const { page } = ben;
  await page.goto('/messages');
  await page.getByRole('link', { name: new RegExp(cyn.username) }).click();
  await expect(log(page).getByText('The lighthouse is lit')).toBeInViewport();
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(log(page).getByText('Wave 40')).toBeInViewport();

  await page.getByRole('searchbox', { name: 'Search messages' }).fill('lighthouse');
  await page.getByRole('link', { name: /The lighthouse is lit/ }).click();
  await expect(log(page).getByText('The lighthouse is lit')).toBeInViewport();
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(log(page).getByText('Wave 40')).toBeInViewport();
});
