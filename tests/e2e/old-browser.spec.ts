import { expect, test } from './fixtures.ts';

const LIGHT = 'rgb(247, 242, 234)';
const DARK = 'rgb(28, 23, 19)';

// Chromium logs that the content security policy has blocked the app's code.
test.use({ expectedErrors: [/Content Security Policy/] });

test('a browser below the floor gets a plain page in the theme of the device, without the app’s code', async ({
  visit,
}) => {
  const page = await visit();
  await page.addInitScript(() => {
    Reflect.deleteProperty(String.prototype, 'isWellFormed');
  });
  for (const { path, colorScheme, background } of [
    { path: '/', colorScheme: 'light', background: LIGHT },
    { path: '/', colorScheme: 'dark', background: DARK },
    { path: '/feed', colorScheme: 'dark', background: DARK },
    {
      path: '/embed/3f2c8a52-7f2e-4a52-9a54-0c8a1c0f6a11',
      colorScheme: 'light',
      background: LIGHT,
    },
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(path);
    await expect(
      page.getByRole('heading', { name: 'This browser is too old for Undertone' }),
    ).toBeVisible();
    await expect(
      page.getByText('Undertone needs Safari 16.4, Chrome 111, Firefox 128 or a later version.'),
    ).toBeVisible();
    await expect(page.locator('#root')).toHaveCount(0);
    await expect(page.locator('body')).toHaveCSS('background-color', background);
  }

  await test.step('a theme that was chosen on the device is kept', async () => {
    await page.evaluate(() => localStorage.setItem('undertone:theme', 'dark'));
    await page.goto('/');
    await expect(page.locator('body')).toHaveCSS('background-color', DARK);
  });
});
