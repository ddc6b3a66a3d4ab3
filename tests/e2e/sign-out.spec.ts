import { expect, test } from './fixtures.ts';
import { openSubscribed } from './page-parts.ts';
import { signIn, signOut } from './sign-in-form.ts';

test('signing out leads every open page of the account to /auth, in other tabs and on other devices', async ({
  join,
  signInElsewhere,
}) => {
  const ada = await join('ada');
  const otherDevice = await signInElsewhere(ada);
  await openSubscribed(otherDevice, '/app');
  const otherTab = await ada.context.newPage();
  await otherTab.goto('/profile');
  await expect(otherTab.getByRole('tab', { name: 'My Drops' })).toBeVisible();
  // A tab in the background renders one frame a second, which would delay each action.
  await ada.page.bringToFront();
  await ada.page.goto('/app');

  await signOut(ada.page);
  for (const page of [otherTab, otherDevice]) {
    await page.waitForURL('**/auth**');
    await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  }
  await otherTab.bringToFront();
  await signIn(otherTab, ada.email, ada.password);
});
