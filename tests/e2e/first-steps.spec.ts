import { emailOf, password, uniqueUsername } from './accounts.ts';
import { expect, test } from './fixtures.ts';

test('a new member hears the own voice through Veil, and answers the question of the day', async ({
  visit,
}) => {
  const page = await visit();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/auth?tab=sign-up');
  const username = uniqueUsername('lea');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(emailOf(username));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expect(page.getByText('Username is available!')).toBeVisible();
  await page.keyboard.press('Enter');

  const card = page.getByRole('region', { name: 'First steps' });
  const button = (name: string) => card.getByRole('button', { name, exact: true });
  await button('Skip').click();
  await button('Record five seconds').click();
  await expect(button('Stop')).toBeVisible();
  const saved = page.waitForResponse(
    (response) =>
      response.url().includes('/account_settings') && response.request().method() === 'PATCH',
  );
  await expect(button('Pause: Through Veil')).toBeVisible({ timeout: 15_000 });
  expect((await saved).status()).toBe(204);
  await page.reload();
  await expect(card.getByRole('button', { name: /^Done.*Hear yourself/ })).toBeVisible();

  await button('Skip').click();
  await card.getByRole('link', { name: 'Answer it' }).click();
  await expect(page).toHaveURL(/\/record\?prompt=\d+$/);
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeVisible();
});
