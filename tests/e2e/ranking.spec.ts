import type { Page } from '@playwright/test';
import postgres from 'postgres';
import type { Account } from './accounts.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { postDrop, spokenClip } from './post-drop.ts';

/** As if accounts had been made a month ago: those of today count nothing. */
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

/** Hears a drop to its end, by the API. */
async function hear({ client }: Account, drop: string): Promise<void> {
  await client.rpc('add_play', { voice_drop_id: drop }).throwOnError();
  // It is not believed before the drop can have been heard.
  await expect
    .poll(async () => {
      const heard = { voice_drop_id: drop, part: 'end' };
      return (await client.rpc('add_listening', heard).throwOnError()).data;
    })
    .toBe(true);
}

const titles = (page: Page) => page.getByRole('article').getByRole('heading');

test('a drop rises because five people heard it, and says so', async ({
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
  const clip = await spokenClip('audio/mpeg');
  const [earlier, later] = [uniqueTitle('The earlier'), uniqueTitle('The later')];
  const risen = await postDrop(ada.client, earlier, { duration: 1 }, clip);
  await postDrop(ben.client, later, { duration: 1 }, clip);

  // Tall, so that all cards of a page are rendered.
  await page.setViewportSize({ width: 1280, height: 5000 });
  const orderInHot = async () => {
    await expect(cardOf(page, later)).toBeVisible();
    await expect(cardOf(page, earlier)).toBeVisible();
    const shown = await titles(page).allTextContents();
    return shown.filter((title) => [earlier, later].includes(title));
  };
  await page.goto('/app?tab=hot');
  expect(await orderInHot()).toEqual([later, earlier]);

  for (const listener of listeners) await hear(listener, risen);
  // The fifth, for real.
  const told = page.waitForResponse(
    (response) =>
      response.url().endsWith('/rpc/add_listening') &&
      (response.request().postData() ?? '').includes('"end"'),
  );
  await cardOf(page, earlier)
    .getByRole('button', { name: `Play ${earlier}` })
    .click();
  expect(await (await told).json()).toBe(true);
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

  await test.step('what was heard on this device is left out, if that is wanted', async () => {
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

  await test.step('Trending shows it, with topics', async () => {
    await page.goto('/trending');
    await expect(
      page.getByRole('region', { name: 'Hot Drops Right Now' }).getByText(earlier),
    ).toBeVisible();
    await expectAccessible(page, 'Trending with drops');
  });
});
