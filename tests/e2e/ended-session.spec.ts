import { expect, signIn, test } from './people.ts';
import { listenAt } from './scene.ts';

test('a page leaves for /auth when its account signs out on another device', async ({
  join,
  visit,
}) => {
  const ada = await join('ada');
  const other = await visit();
  await signIn(other, ada.email, ada.password);
  await listenAt(other, '/app');

  await ada.page.getByRole('button', { name: 'Your account' }).click();
  await ada.page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await ada.page.waitForURL('**/auth**');
  await other.waitForURL('**/auth**');
  await expect(other.getByRole('tab', { name: 'Sign In' })).toBeVisible();
});
