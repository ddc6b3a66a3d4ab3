import { expect, test } from './fixtures.ts';
import { openSubscribed } from './page-parts.ts';
import { signOut } from './sign-in.ts';

test('a page leads to /auth when its account is signed out on another device', async ({
  join,
  signInElsewhere,
}) => {
  const ada = await join('ada');
  const other = await signInElsewhere(ada);
  await openSubscribed(other, '/app');

  await ada.page.goto('/app');
  await signOut(ada.page);
  await other.waitForURL('**/auth**');
  await expect(other.getByRole('tab', { name: 'Sign In' })).toBeVisible();
});
