import type { BrowserContext, Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { expect, test } from './fixtures.ts';
import { cardOf } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { signIn } from './sign-in-form.ts';

/**
 * Push can be switched only where the browser may show notifications. Chromium's headless shell shows none, and
 * reports `denied` also where the permission is granted.
 */
const allowNotifications = (context: BrowserContext) =>
  context.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' }),
  );

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

test('every setting persists over a reload and on another device, and the theme changes in another tab', async ({
  join,
  visit,
}) => {
  const ada = await join('ada');
  const { page, context } = ada;
  await allowNotifications(context);
  const tab = await context.newPage();
  await tab.goto('/messages');
  // A tab in the background renders one frame a second, which would delay each action.
  await page.bringToFront();
  await openSettings(page);
  // Settings of the device are outside of the form.
  const switchesOf = (of: Page) => of.locator('form').getByRole('switch');
  const states = (of: Page) =>
    switchesOf(of).evaluateAll((all) => all.map((one) => one.getAttribute('aria-checked')));
  const before = await states(page);
  expect(before).toHaveLength(18);

  await page.getByRole('textbox', { name: 'Username' }).fill(ada.username.toUpperCase());
  await page.getByLabel('Bio').fill('Only at night 🌒');
  for (const one of await switchesOf(page).all()) await one.click();
  // The next switch, of the device's theme, has reset this one.
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
    await allowNotifications(elsewhere.context());
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

test('the browser’s bars have the colour of the chosen theme from the first paint, and then of the device’s theme', async ({
  join,
}) => {
  const { page } = await join('ada');
  const light = '#f7f2ea';
  const dark = '#1c1713';
  // A browser uses the first element whose media query matches.
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
    // The app's code has not run yet when the body appears.
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

test('an uploaded picture appears on the author’s cards, and a file of another type is refused', async ({
  join,
}) => {
  const ada = await join('ada');
  const { page } = ada;
  await postDrop(ada.client, 'With a face');
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

test('the hint of a first visit gives way to the bar of unsaved changes', async ({ join }) => {
  const { page } = await join('ada');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSettings(page);
  const hint = page.getByRole('complementary', { name: 'About the sidebar' });
  await expect(hint).toBeVisible();
  await page.getByLabel('Bio').fill('Only at night');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await expect(hint).toBeHidden();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(hint).toBeVisible();
});
