import { expect, test } from './fixtures.ts';
import { openSubscribed } from './page-parts.ts';
import { readStoredRecording, record } from './recording.ts';
import { signIn, signOut } from './sign-in-form.ts';

test('signing out leads every open page of the account to /auth, in other tabs and on other devices, which keep their takes', async ({
  join,
  signInElsewhere,
}) => {
  const ada = await join('ada');
  const otherDevice = await signInElsewhere(ada);
  await otherDevice.goto('/record');
  await record(otherDevice, 2);
  await openSubscribed(otherDevice, '/app');
  const hasKey = () =>
    otherDevice.evaluate(() => Object.keys(localStorage).join().includes('undertone:key/'));
  await expect.poll(hasKey).toBe(true);
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

  // Encrypted with a key that only a session of the account can read.
  await otherDevice.bringToFront();
  await expect.poll(hasKey).toBe(false);
  expect(await readStoredRecording(otherDevice)).toHaveLength(0);
  await signIn(otherDevice, ada.email, ada.password);
  await otherDevice.goto('/record');
  await expect(otherDevice.getByRole('button', { name: 'Play recording' })).toBeVisible();
});
