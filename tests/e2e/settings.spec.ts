import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { expect, test } from './fixtures.ts';
import { cardOf } from './page-parts.ts';
import { postSpoken } from './post-drop.ts';
import { playbackPosition } from './recording.ts';
import { block } from './seed.ts';
import { signIn } from './sign-in.ts';

// The app logs the write that fails here.
test.use({ expectedErrors: [/^The settings could not be saved\./] });

const control = (page: Page, name: string) => page.getByRole('switch', { name });
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    page.getByText('Your settings have been updated successfully').first(),
  ).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
}

test('every setting is kept over a reload and on another device, and the theme reaches another tab', async ({
  join,
  visit,
}) => {
  const ada = await join('ada');
  const { page, context } = ada;
  const tab = await context.newPage();
  await tab.goto('/messages');
  await openSettings(page);
  // Those of this device are not part of the form.
  const switchesOf = (of: Page) => of.locator('form').getByRole('switch');
  const states = (of: Page) =>
    switchesOf(of).evaluateAll((all) => all.map((one) => one.getAttribute('aria-checked')));
  const before = await states(page);
  expect(before).toHaveLength(12);

  await page.getByRole('textbox', { name: 'Username' }).fill(ada.username.toUpperCase());
  await page.getByLabel('Bio').fill('Only at night 🌒');
  for (const one of await switchesOf(page).all()) await one.click();
  // The switch after it has taken the choice back.
  await control(page, 'Dark Mode').click();
  expect(await theme(page)).toBeUndefined();
  await save(page);
  expect(await theme(page)).toBe('dark');
  await expect.poll(() => theme(tab)).toBe('dark');

  const expected = before.map((on) => (on === 'true' ? 'false' : 'true'));
  await page.reload();
  await expect(page.getByLabel('Bio')).toHaveValue('Only at night 🌒');
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(
    ada.username.toUpperCase(),
  );
  expect(await states(page)).toEqual(expected);

  await test.step('on another device, after signing in', async () => {
    const elsewhere = await visit();
    await elsewhere.emulateMedia({ colorScheme: 'light' });
    await signIn(elsewhere, ada.email, ada.password);
    await expect.poll(() => theme(elsewhere)).toBe('dark');
    await openSettings(elsewhere);
    expect(await states(elsewhere)).toEqual(expected);
    await control(elsewhere, 'Dark Mode').click();
    await save(elsewhere);
    expect(await theme(elsewhere)).toBe('light');
  });
});

test('the light theme is kept on a device that prefers dark', async ({ join }) => {
  const { page } = await join('ada');
  await page.emulateMedia({ colorScheme: 'dark' });
  await openSettings(page);
  await expect(control(page, 'Dark Mode')).toBeChecked();
  await control(page, 'Dark Mode').click();
  await save(page);
  await page.evaluate(() => localStorage.removeItem('undertone:theme'));
  await page.reload();
  await expect.poll(() => theme(page)).toBe('light');
  await expect(control(page, 'Dark Mode')).not.toBeChecked();
});

test('the browser’s bars have the colour of the chosen theme from the first paint, and the device’s again', async ({
  join,
}) => {
  const { page } = await join('ada');
  const light = '#f7f2ea';
  const dark = '#1c1713';
  // As a browser chooses: the first of which the query matches.
  const barColour = () =>
    page.evaluate(() => {
      const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
      return [...metas].find(({ media }) => matchMedia(media).matches)?.content;
    });
  await page.emulateMedia({ colorScheme: 'light' });
  await openSettings(page);
  expect(await barColour()).toBe(light);
  await control(page, 'Dark Mode').click();
  await save(page);
  await expect.poll(barColour).toBe(dark);
  await page.addInitScript(() => {
    // When the document has its body, the app's code has not run yet.
    new MutationObserver((_changes, observer) => {
      if (!document.body) return;
      observer.disconnect();
      document.documentElement.dataset['early'] = [
        ...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'),
      ]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content)
        .join(' ');
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/settings', '/']) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('data-early', dark);
    expect(await barColour()).toBe(dark);
  }
  await openSettings(page);
  await control(page, 'Same theme as the device').click();
  await save(page);
  await expect.poll(barColour).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(barColour).toBe(dark);
});

test('an uploaded picture shows on the author’s cards, and a file of another type is refused', async ({
  join,
}) => {
  const ada = await join('ada');
  const { page } = ada;
  await postSpoken(ada.client, 'With a face');
  const picture = new PNG({ width: 900, height: 600 });
  picture.data.fill(0xc0);
  await openSettings(page);
  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: PNG.sync.write(picture),
  });
  await expect(page.getByText('Your profile picture has been updated')).toBeVisible();
  await save(page);
  await page.goto('/app');
  const image = cardOf(page, 'With a face').locator('img');
  await expect(image).toBeVisible();
  expect(
    await image.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
  ).toBe(512);

  await test.step('a file of another type is refused', async () => {
    await openSettings(page);
    const choose = (name: string, mimeType: string, text: string) =>
      page
        .getByLabel('Picture', { exact: true })
        .setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
    await choose('me.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await expect(page.getByText('Invalid file type')).toBeVisible();
  });
});

test('a username that is taken is refused, and what was typed is kept', async ({
  join,
  register,
}) => {
  const [ada, ben] = [await join('ada'), await register('ben')];
  await openSettings(ada.page);
  await ada.page.getByRole('textbox', { name: 'Username' }).fill(ben.username.toUpperCase());
  await expect(ada.page.getByText('This username is already taken').first()).toBeVisible();
  await ada.page.getByLabel('Bio').fill('Kept');
  await ada.page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(ada.page.getByText('Username not available')).toBeVisible();

  await ada.page.getByRole('textbox', { name: 'Username' }).fill(ada.username);
  await ada.context.setOffline(true);
  await ada.page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(ada.page.getByText('Failed to save your settings').first()).toBeVisible();
  await expect(ada.page.getByLabel('Bio')).toHaveValue('Kept');
  await ada.context.setOffline(false);
  await save(ada.page);
});

test('an unblocked account’s drops come back to the feed, and leave it once that account is private', async ({
  join,
}) => {
  const [ada, ben] = [await join('ada'), await join('ben')];
  await postSpoken(ada.client, 'Behind a door');
  await block(ben, ada);

  await ben.page.goto('/app');
  await expect(cardOf(ben.page, 'Behind a door')).toHaveCount(0);
  await openSettings(ben.page);
  await ben.page.getByRole('button', { name: 'View blocked users' }).click();
  const dialog = ben.page.getByRole('dialog', { name: 'Blocked Users' });
  await expect(dialog.getByText(ada.username, { exact: true }).first()).toBeVisible();
  await dialog.getByRole('button', { name: `Unblock ${ada.username}` }).click();
  await expect(ben.page.getByText('User unblocked successfully')).toBeVisible();
  await expect(dialog.getByText('No blocked users')).toBeVisible();
  await ben.page.keyboard.press('Escape');
  await ben.page.getByRole('link', { name: 'Home' }).first().click();
  await expect(cardOf(ben.page, 'Behind a door')).toBeVisible();

  await openSettings(ada.page);
  await control(ada.page, 'Private Account').click();
  await save(ada.page);
  await ben.page.reload();
  await expect(ben.page.getByRole('heading', { name: /^Hey/ })).toBeVisible();
  await expect(cardOf(ben.page, 'Behind a door')).toHaveCount(0);
});

test('with autoplay off, the next drop does not play when one has ended', async ({ join }) => {
  const ada = await join('ada');
  const { page } = ada;
  await postSpoken(ada.client, 'The first');
  await postSpoken(ada.client, 'The second');
  await openSettings(page);
  await control(page, 'Autoplay voice drops').click();
  await save(page);
  await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
  const second = cardOf(page, 'The second');
  await second.getByRole('button', { name: /^Play / }).click();
  await expect(second.getByRole('button', { name: /^Pause / })).toBeVisible();
  // The button changes at once; the audio's length is known when it has arrived.
  await expect.poll(() => playbackPosition(page)).toBeGreaterThan(0);
  await page.evaluate(() => {
    const audio = document.querySelector('audio');
    if (audio) audio.currentTime = audio.duration - 0.2;
  });
  await expect(second.getByRole('button', { name: /^Play / })).toBeVisible();
  await expect(cardOf(page, 'The first').getByRole('button', { name: /^Play / })).toBeVisible();
  const player = page.getByRole('region', { name: 'Player' });
  await expect(player.getByRole('button', { name: 'Next' })).toBeEnabled();
});

test('settings are edited, left and saved by keyboard alone', async ({ join }) => {
  const { page } = await join('ada');
  await page.goto('/app');
  await page.getByRole('link', { name: 'Settings' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Bio').focus();
  await page.keyboard.type('By hand');
  await page.keyboard.press('Tab');
  await expect(control(page, 'Private Account')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(control(page, 'Private Account')).toBeChecked();

  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  for (const leave of [
    () => page.evaluate(() => history.back()),
    async () => {
      await page.getByRole('link', { name: 'Home' }).first().focus();
      await page.keyboard.press('Enter');
    },
  ]) {
    await leave();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/settings$/);
    await expect(page.getByLabel('Bio')).toHaveValue('By hand');
  }

  await page.getByRole('textbox', { name: 'Username' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Bio')).toHaveValue('By hand');
});
