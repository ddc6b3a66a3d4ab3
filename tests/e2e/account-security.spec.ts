import type { Page } from '@playwright/test';
import { Authenticator } from '@undertone/test-support/authenticator';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { linkIn } from './mailbox.ts';
import { submitSignInForm, signIn, signOut } from './sign-in-form.ts';

const newPassword = 'an early morning 8';

async function requestRecoveryMail(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The previous page has a field with the same name.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a mail' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

async function choosePassword(page: Page): Promise<void> {
  await page.waitForURL('**/auth/reset-password');
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.waitForURL('**/app');
}

/** Turns on two-factor in the settings. @returns the authenticator that generates its codes, and the recovery codes */
async function turnOnTwoFactor(
  page: Page,
): Promise<{ authenticator: Authenticator; recoveryCodes: string[] }> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up your authenticator app' });
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  const image = dialog.getByRole('img', { name: /QR code/ });
  expect(
    await image.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
  ).toBeGreaterThan(0);
  const key = (await dialog.getByRole('code').textContent()) ?? '';
  const authenticator = new Authenticator(key.replaceAll(' ', ''));
  await dialog.getByLabel('Code from your authenticator app').fill(authenticator.next());
  await expect(page.getByText('Two-factor is on')).toBeVisible();
  await expect(dialog).toBeHidden();
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const recoveryCodes = await list.allTextContents();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(list).toHaveCount(0);
  return { authenticator, recoveryCodes };
}

test('a member replaces a forgotten password with the link from a mail, which works once', async ({
  mailbox,
  register,
  visit,
}) => {
  const ada = await register('ada');
  const page = await visit();
  await requestRecoveryMail(page, ada.email);
  const link = linkIn(await mailbox.messageTo(ada.email, /Choose a new password for Undertone/));
  await page.goto(link);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByLabel('New password')).toBeVisible();
  await expect(page, 'the address contains no code').toHaveURL(({ search }) => search === '');
  await choosePassword(page);
  await signOut(page);

  await submitSignInForm(page, ada.email, ada.password);
  await expect(page.getByText('Invalid login credentials').first()).toBeVisible();
  await signIn(page, ada.email, newPassword);

  await signOut(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  await page.getByRole('link', { name: 'Send me a new mail' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test.describe('two-factor in two tabs', () => {
  // The tab that did not sign in requests the profile before it knows that a second step is due.
  test.use({ expectedErrors: [/^\["session","profile",.* could not be read/] });

  test('asks for the code in every tab once it is on, and no more once it is off', async ({
    join,
  }) => {
    const { page, context, email, password } = await join('ada');
    const { authenticator } = await turnOnTwoFactor(page);
    await expect(page.getByText('On. Signing in asks for a code')).toBeVisible();
    await signOut(page);

    const other = await context.newPage();
    await other.goto('/auth');
    // A tab in the background renders one frame a second, which would delay each action.
    await page.bringToFront();
    await submitSignInForm(page, email, password);
    await page.waitForURL('**/auth/second-step');
    await other.waitForURL('**/auth/second-step');

    await test.step('no protected page opens without the code', async () => {
      await page.goto('/settings');
      await page.waitForURL(/\/auth\/second-step\?next=/);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
      await expectAccessible(page, 'second step');
    });

    await test.step('a wrong code is refused, and the right one opens both tabs', async () => {
      const field = page.getByLabel('Code from your authenticator app');
      await field.fill(authenticator.wrong());
      await expect(page.getByText('That code is not right.')).toBeVisible();
      await field.fill(authenticator.next());
      await page.waitForURL('**/settings');
      await other.waitForURL('**/app');
    });

    await test.step('the password is enough after two-factor is off', async () => {
      await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
      await page.getByRole('button', { name: 'Turn off' }).click();
      await expect(page.getByText('Two-factor is off')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
      await signOut(page);
      await signIn(page, email, password);
    });
  });
});

test('a member who lost the second factor signs in with a recovery code, and is asked to turn two-factor on again', async ({
  join,
  mailbox,
  visit,
}) => {
  const ada = await join('ada');
  const { recoveryCodes } = await turnOnTwoFactor(ada.page);
  await expect(ada.page.getByText('10 recovery codes left')).toBeVisible();

  const page = await visit();
  await page.goto('/auth');
  await submitSignInForm(page, ada.email, ada.password);
  await page.getByRole('button', { name: 'I lost my second factor' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await expectAccessible(page, 'recovery code');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/settings');
  await expect(page.getByText('Turn two-factor on again')).toBeVisible();
  await mailbox.messageTo(ada.email, /A recovery code was used/);
  await ada.page.reload();
  await ada.page.waitForURL(/\/auth/);
});

test('an email address changes after the links in both mailboxes were opened', async ({
  join,
  mailbox,
}) => {
  const { page, email, password } = await join('ada');
  const newEmail = `new-${email}`;
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(newEmail);
  await page.getByRole('button', { name: 'Send the links' }).click();
  await expect(page.getByText(`Changing to ${newEmail}`)).toBeVisible();

  await page.goto(linkIn(await mailbox.messageTo(email, /new email address/)));
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByRole('heading', { name: 'Half way there' })).toBeVisible();
  await page.goto(linkIn(await mailbox.messageTo(newEmail, /new email address/)));
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await page.waitForURL('**/settings');
  await expect(page.getByRole('main').getByText(newEmail).first()).toBeVisible();
  await signOut(page);
  await signIn(page, newEmail, password);
});

test('a member deletes the account, and cannot sign in again', async ({ join }) => {
  const { page, username, email, password } = await join('ada');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled();
  await dialog.getByLabel(`Type ${username} to confirm`).fill(username);
  await expectAccessible(page, 'deleting an account');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Your account is deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  await submitSignInForm(page, email, password);
  await expect(page.getByText('Invalid login credentials').first()).toBeVisible();
});
