import type { Page } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';
import { Authenticator } from '@undertone/test-support/authenticator';
import { look } from './look.ts';
import { codeIn, linkIn, messageCount, messageTo } from './mailbox.ts';
import { expect, givePassword, signIn, signOut, test } from './people.ts';

const newPassword = 'an early morning 8';

const axe = async (page: Page) => (await new AxeBuilder({ page }).analyze()).violations;

async function askForRecovery(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The page before has a field of that name as well.
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

/** Turns two-factor on in the settings. @returns the app that shows its codes */
async function turnOn(page: Page): Promise<Authenticator> {
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

test('a forgotten password is replaced by the link of a mail', async ({ join, visit }) => {
  const ada = await join('ada');
  const page = await visit();
  await askForRecovery(page, ada.email);
  const link = linkIn(await messageTo(ada.email, /new password/));
  await page.goto(link);
  expect(new URL(page.url()).search, 'no code is left in the address').toBe('');
  await choosePassword(page);
  await signOut(page);

  await givePassword(page, ada.email, ada.password);
  await expect(page.getByText('Invalid login credentials')).toBeVisible();
  await signIn(page, ada.email, newPassword);

  await signOut(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  await page.getByRole('link', { name: 'Send me a new mail' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('a forgotten password is replaced by the code of a mail, wherever that is read', async ({
  join,
  visit,
}) => {
  const ada = await join('ada');
  const page = await visit();
  await askForRecovery(page, ada.email);
  const code = codeIn(await messageTo(ada.email, /new password/));
  const field = page.getByLabel('Code from the mail');
  await expect(field).toBeFocused();
  await field.fill(code === '000000' ? '111111' : '000000');
  await expect(page.getByText('That code is not right, or it has expired.')).toBeVisible();
  await expect(field).toHaveValue('');
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await choosePassword(page);
});

test('a recovery link that is opened in another browser says so, and an address without an account is told nothing', async ({
  join,
  visit,
}) => {
  const ada = await join('ada');
  const page = await visit();
  await askForRecovery(page, ada.email);
  const elsewhere = await visit();
  await elsewhere.goto(linkIn(await messageTo(ada.email, /new password/)));
  await expect(
    elsewhere.getByRole('heading', { name: 'Another browser asked for this' }),
  ).toBeVisible();

  const nobody = `nobody-${ada.email}`;
  await askForRecovery(elsewhere, nobody);
  expect(await messageCount(nobody)).toBe(0);
});

test('two-factor is turned on, asked for in every tab, and turned off', async ({ join }) => {
  const { page, context, email, password } = await join('ada');
  const authenticator = await turnOn(page);
  await expect(page.getByText('On. Signing in asks for a code')).toBeVisible();
  await signOut(page);

  const other = await context.newPage();
  await other.goto('/auth');
  await givePassword(page, email, password);
  await page.waitForURL('**/auth/second-step');
  await other.waitForURL('**/auth/second-step');

  await test.step('nothing protected is shown before the code', async () => {
    await page.goto('/settings');
    await page.waitForURL(/\/auth\/second-step\?next=/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await look(page, 'second step');
  });

  await test.step('a wrong code is refused, the right one lets every tab in', async () => {
    const field = page.getByLabel('Code from your authenticator app');
    await field.fill(authenticator.wrong());
    await expect(page.getByText('That code is not right.')).toBeVisible();
    await field.fill(authenticator.next());
    await page.waitForURL('**/settings');
    await other.waitForURL('**/app');
  });

  await test.step('off again', async () => {
    await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByText('Two-factor is off')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
    await signOut(page);
    await signIn(page, email, password);
  });
});

test('who has only the password can leave the second step, and ends no session of the owner', async ({
  join,
  visit,
}) => {
  const ada = await join('ada');
  await turnOn(ada.page);
  const thief = await visit();
  await givePassword(thief, ada.email, ada.password);
  await thief.waitForURL('**/auth/second-step');
  await thief.getByRole('button', { name: 'Sign in as someone else' }).click();
  await thief.waitForURL('**/auth');
  await ada.page.reload();
  await expect(ada.page.getByText('On. Signing in asks for a code')).toBeVisible();
});

test('a phone is a second factor as well', async ({ join }) => {
  const { page, email, password } = await join('ada');
  const number = `+4915${String(Date.now()).slice(-9)}`;
  await page.goto('/settings');
  await page.getByRole('button', { name: 'By text message' }).click();
  await page.getByLabel('Phone number').fill(number);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Send a code to my phone' }).click();
  const code = page.getByLabel('Code from the message');
  await code.fill(codeIn(await messageTo(number, /code/)));
  await expect(page.getByText('Two-factor is on')).toBeVisible();
  await signOut(page);

  await givePassword(page, email, password);
  await page.waitForURL('**/auth/second-step');
  await page.getByRole('button', { name: 'Send a code to my phone' }).click();
  await expect(page.getByText('A code was sent just now.')).toBeVisible();
});

test('sessions are listed, and one or all others are signed out at once', async ({
  join,
  visit,
}) => {
  const { page, email, password } = await join('ada');
  const [second, third] = [await visit(), await visit()];
  await signIn(second, email, password);
  await signIn(third, email, password);

  await page.goto('/settings');
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  // The API client that made the account is signed in as well.
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

test('an email address is changed once both mailboxes have agreed', async ({ join }) => {
  const { page, email, password } = await join('ada');
  const newEmail = `new-${email}`;
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(newEmail);
  await page.getByRole('button', { name: 'Send the links' }).click();
  await expect(page.getByText(`Changing to ${newEmail}`)).toBeVisible();

  await page.goto(linkIn(await messageTo(email, /new e-mail address/)));
  await expect(page.getByRole('heading', { name: 'Half way there' })).toBeVisible();
  await page.goto(linkIn(await messageTo(newEmail, /new e-mail address/)));
  await page.waitForURL('**/settings');
  await expect(page.getByRole('main').getByText(newEmail).first()).toBeVisible();
  await signOut(page);
  await signIn(page, newEmail, password);
});

test('an account is deleted by its owner, for good', async ({ join }) => {
  const { page, username, email, password } = await join('ada');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled();
  await dialog.getByLabel(`Type ${username} to confirm`).fill(username);
  await look(page, 'deleting an account');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Your account is deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  await givePassword(page, email, password);
  await expect(page.getByText('Invalid login credentials')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the ways into an account in the ${colorScheme} theme`, async ({
    join,
    visit,
  }) => {
    const visitor = await visit();
    await visitor.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await visitor.goto('/auth/forgot-password');
    await expect(visitor.getByLabel('Email')).toBeVisible();
    expect.soft(await axe(visitor)).toEqual([]);
    await visitor.goto('/auth/reset-password#error=access_denied&error_code=otp_expired');
    await expect(visitor.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
    expect.soft(await axe(visitor)).toEqual([]);

    const { page } = await join('ada');
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/settings');
    await expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible();
    expect.soft(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    expect.soft(await axe(page)).toEqual([]);
  });
}
