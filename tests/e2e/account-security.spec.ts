import type { Page } from '@playwright/test';
import { Authenticator } from '@undertone/test-support/authenticator';
import { expectAccessible } from './accessibility.ts';
import { signInAgain } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { codeIn, linkIn } from './mailbox.ts';
import { givePassword, signIn, signOut } from './sign-in.ts';

const newPassword = 'an early morning 8';

async function askForRecovery(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The page before has a field of the same name.
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

/** Turns on two-factor in the settings. @returns the authenticator that makes its codes */
async function turnOnTwoFactor(page: Page): Promise<Authenticator> {
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
  return authenticator;
}

test('a member replaces a forgotten password by the link of a mail, which works once', async ({
  mailbox,
  register,
  visit,
}) => {
  const ada = await register('ada');
  const page = await visit();
  await askForRecovery(page, ada.email);
  const link = linkIn(await mailbox.messageTo(ada.email, /new password/));
  await page.goto(link);
  await expect(page, 'no code is left in the address').toHaveURL(({ search }) => search === '');
  await choosePassword(page);
  await signOut(page);

  await givePassword(page, ada.email, ada.password);
  await expect(page.getByText('Invalid login credentials').first()).toBeVisible();
  await signIn(page, ada.email, newPassword);

  await signOut(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  await page.getByRole('link', { name: 'Send me a new mail' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('a member replaces a forgotten password by the code of a mail, after a wrong code is refused', async ({
  mailbox,
  register,
  visit,
}) => {
  const ada = await register('ada');
  const page = await visit();
  await askForRecovery(page, ada.email);
  const code = codeIn(await mailbox.messageTo(ada.email, /new password/));
  const field = page.getByLabel('Code from the mail');
  await expect(field).toBeFocused();
  await field.fill(code === '000000' ? '111111' : '000000');
  await expect(page.getByText('That code is not right, or it has expired.')).toBeVisible();
  await expect(field).toHaveValue('');
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await choosePassword(page);
});

test('a recovery link says so when opened in another browser, and an address without an account gets no mail', async ({
  mailbox,
  register,
  visit,
}) => {
  const ada = await register('ada');
  const page = await visit();
  await askForRecovery(page, ada.email);
  const otherBrowser = await visit();
  await otherBrowser.goto(linkIn(await mailbox.messageTo(ada.email, /new password/)));
  await expect(
    otherBrowser.getByRole('heading', { name: 'Another browser asked for this' }),
  ).toBeVisible();

  const nobody = `nobody-${ada.email}`;
  await askForRecovery(otherBrowser, nobody);
  expect(await mailbox.count(nobody)).toBe(0);
});

test.describe('two tabs', () => {
  // The tab that did not sign in reads the own profile before it learns that a second step is due.
  test.use({ expectedErrors: [/^\["session","profile",.* could not be read/] });

  test('a member turns on two-factor, is asked for its code in every tab, and turns it off', async ({
    join,
  }) => {
    const { page, context, email, password } = await join('ada');
    const authenticator = await turnOnTwoFactor(page);
    await expect(page.getByText('On. Signing in asks for a code')).toBeVisible();
    await signOut(page);

    const other = await context.newPage();
    await other.goto('/auth');
    await givePassword(page, email, password);
    await page.waitForURL('**/auth/second-step');
    await other.waitForURL('**/auth/second-step');

    await test.step('no protected page opens before the code', async () => {
      await page.goto('/settings');
      await page.waitForURL(/\/auth\/second-step\?next=/);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
      await expectAccessible(page, 'second step');
    });

    await test.step('a wrong code is refused, the right one opens both tabs', async () => {
      const field = page.getByLabel('Code from your authenticator app');
      await field.fill(authenticator.wrong());
      await expect(page.getByText('That code is not right.')).toBeVisible();
      await field.fill(authenticator.next());
      await page.waitForURL('**/settings');
      await other.waitForURL('**/app');
    });

    await test.step('turned off, the password is enough again', async () => {
      await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
      await page.getByRole('button', { name: 'Turn off' }).click();
      await expect(page.getByText('Two-factor is off')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
      await signOut(page);
      await signIn(page, email, password);
    });
  });
});

test('someone with only the password can leave the second step, and ends no session of the member', async ({
  join,
  visit,
}) => {
  const ada = await join('ada');
  await turnOnTwoFactor(ada.page);
  const thief = await visit();
  await givePassword(thief, ada.email, ada.password);
  await thief.waitForURL('**/auth/second-step');
  await thief.getByRole('button', { name: 'Sign in as someone else' }).click();
  await thief.waitForURL('**/auth');
  await ada.page.reload();
  await expect(ada.page.getByText('On. Signing in asks for a code')).toBeVisible();
});

test('a member adds a phone as second factor, and signing in sends it a code', async ({
  join,
  mailbox,
}) => {
  const { page, email, password } = await join('ada');
  const number = `+4915${String(Date.now()).slice(-9)}`;
  await page.goto('/settings');
  await page.getByRole('button', { name: 'By text message' }).click();
  await page.getByLabel('Phone number').fill(number);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Send a code to my phone' }).click();
  const code = page.getByLabel('Code from the message');
  await code.fill(codeIn(await mailbox.messageTo(number, /code/)));
  await expect(page.getByText('Two-factor is on')).toBeVisible();
  await signOut(page);

  await givePassword(page, email, password);
  await page.waitForURL('**/auth/second-step');
  await page.getByRole('button', { name: 'Send a code to my phone' }).click();
  await expect(page.getByText('A code was sent just now.')).toBeVisible();
});

test('a member sees all sessions, and signs out one or all of the others', async ({
  backend,
  join,
}) => {
  const ada = await join('ada');
  const { page } = ada;
  for (let device = 0; device < 3; device += 1) await signInAgain(backend, ada);

  await page.goto('/settings');
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(4);
  await expect(sessions.first()).toContainText('This device');
  await sessions
    .nth(1)
    .getByRole('button', { name: /Sign out/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(sessions).toHaveCount(3);

  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(sessions).toHaveCount(1);
  await expect(page.getByText('Only here.')).toBeVisible();
  await page.reload();
  await expect(sessions).toHaveCount(1);
});

test('an email address is changed once the links of both mailboxes are opened', async ({
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

  await page.goto(linkIn(await mailbox.messageTo(email, /new e-mail address/)));
  await expect(page.getByRole('heading', { name: 'Half way there' })).toBeVisible();
  await page.goto(linkIn(await mailbox.messageTo(newEmail, /new e-mail address/)));
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

  await givePassword(page, email, password);
  await expect(page.getByText('Invalid login credentials').first()).toBeVisible();
});
