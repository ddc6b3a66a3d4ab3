import type { Page } from '@playwright/test';
import postgres from 'postgres';
import type { Account } from './accounts.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { postDrop, makeSpokenClip } from './post-drop.ts';

/** Backdates accounts by a month, since new accounts do not count in rankings. */
async function makeOlder(databaseUrl: string, accounts: readonly Account[]): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    await sql`
      update auth.users set created_at = now() - interval '30 days'
      where id = any (${accounts.map(({ id }) => id)}::uuid[])`;
  } finally {
    await sql.end();
  }
}

/** Reports through the API that an account has listened to a drop to its end. */
async function listenToEnd({ client }: Account, drop: string): Promise<void> {
  await client.rpc('add_play', { voice_drop_id: drop }).throwOnError();
  // The backend refuses reports that arrive before the drop's duration has passed.
  await expect
    .poll(async () => {
      const report = { voice_drop_id: drop, part: 'end' };
      return (await client.rpc('add_listening', report).throwOnError()).data;
    })
    .toBe(true);
}

const titles = (page: Page) => page.getByRole('article').getByRole('heading');

test('a drop rises in Hot after five people have listened to it, and its menu explains why', async ({
  join,
  register,
  backend,
}) => {
  const [ada, ben] = [await register('ada'), await register('ben')];
  const listeners = [
    await register('cleo'),
    await register('dora'),
    await register('eli'),
    await register('finn'),
  ];
  const { page, ...gia } = await join('gia');
  await makeOlder(backend.databaseUrl, [...listeners, gia]);
  const clip = await makeSpokenClip('audio/mpeg');
  const [earlier, later] = [uniqueTitle('The earlier'), uniqueTitle('The later')];
  const risen = await postDrop(ada.client, earlier, { duration: 1 }, clip);
  await postDrop(ben.client, later, { duration: 1 }, clip);

  // The viewport is tall enough to render all cards of a page.
  await page.setViewportSize({ width: 1280, height: 5000 });
  const orderInHot = async () => {
    await expect(cardOf(page, later)).toBeVisible();
    await expect(cardOf(page, earlier)).toBeVisible();
    const shown = await titles(page).allTextContents();
    return shown.filter((title) => [earlier, later].includes(title));
  };
  await page.goto('/app?tab=hot');
  expect(await orderInHot()).toEqual([later, earlier]);

  for (const listener of listeners) await listenToEnd(listener, risen);
  // The fifth listener plays the drop in the browser.
  const reported = page.waitForResponse(
    (response) =>
      response.url().endsWith('/rpc/add_listening') &&
      (response.request().postData() ?? '').includes('"end"'),
  );
  await cardOf(page, earlier)
    .getByRole('button', { name: `Play ${earlier}` })
    .click();
  expect(await (await reported).json()).toBe(true);
  await page.reload();
  expect(await orderInHot()).toEqual([earlier, later]);

  await cardOf(page, earlier)
    .getByRole('button', { name: `Options for ${earlier}` })
    .click();
  await page.getByRole('menuitem', { name: 'Why is this here?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Why is this here?' });
  await expect(dialog).toContainText(
    /5 people listened to the end, posted \d+ (second|minute)s? ago\./,
  );
  await expectAccessible(page, 'why a drop is in Hot', dialog);
  await page.keyboard.press('Escape');

  await test.step('drops that were played on this device are left out on request', async () => {
    await page.getByText('Leave out what I have heard').click();
    await expect(cardOf(page, earlier)).toHaveCount(0);
    await expect(cardOf(page, later)).toBeVisible();
    await page.getByRole('tab', { name: 'Trending' }).click();
    await expect(cardOf(page, later)).toBeVisible();
    await expect(cardOf(page, earlier)).toHaveCount(0);
    await page.goto('/trending');
    await expect(cardOf(page, later)).toBeVisible();
    await expect(cardOf(page, earlier)).toHaveCount(0);
    await page.goto('/app?tab=hot');
    await page.getByText('Leave out what I have heard').click();
    await expect(cardOf(page, earlier)).toBeVisible();
  });

  await test.step('Trending shows the drop and topics', async () => {
    await page.goto('/trending');
    await expect(
      page.getByRole('region', { name: 'Hot Drops Right Now' }).getByText(earlier),
    ).toBeVisible();
    await expectAccessible(page, 'Trending with drops');
  });
});
