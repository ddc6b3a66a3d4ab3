import { expect, test } from './fixtures.ts';

// Chromium says that the policy has kept the app's code from running.
test.use({ expectedErrors: [/Content Security Policy/] });

for (const { theme, background } of [
  { theme: 'light', background: 'rgb(247, 242, 234)' },
  { theme: 'dark', background: 'rgb(28, 23, 19)' },
] as const) {
  test(`a browser below the floor is told what is needed, without the app’s code, in the ${theme} theme`, async ({
    visit,
  }) => {
    const page = await visit();
    await page.emulateMedia({ colorScheme: theme });
    await page.addInitScript(() => {
      Reflect.deleteProperty(String.prototype, 'isWellFormed');
    });
    for (const path of ['/', '/feed', '/embed/3f2c8a52-7f2e-4a52-9a54-0c8a1c0f6a11']) {
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
  });
}

test('a theme that was chosen is also that of the page for older browsers', async ({ visit }) => {
  const page = await visit();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => {
    localStorage.setItem('undertone:theme', 'dark');
    Reflect.deleteProperty(CSS, 'registerProperty');
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /too old/ })).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(28, 23, 19)');
});
