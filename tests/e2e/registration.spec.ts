import type { Page } from '@playwright/test';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { FakeProvider } from '../../apps/backend/src/services/auth/fixtures/fake-provider.ts';
import { createProjectFolder } from '../contract/fixtures/project-folder.ts';
import { emailOf, password, uniqueUsername } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { staffPage } from './staff.ts';

/** The backend of such a journey has a sign-in provider. */
const testWithProvider = test.extend<object, { provider: FakeProvider; backend: TestBackend }>({
  provider: [
    async ({}, use) => {
      const provider = await FakeProvider.start();
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  backend: [
    async ({ provider }, use) => {
      const { clientId, clientSecret, issuer } = provider;
      const project = await createProjectFolder((config) =>
        [
          config,
          '[auth.external.keycloak]',
          'enabled = true',
          `client_id = "${clientId}"`,
          `secret = "${clientSecret}"`,
          `url = "${issuer}"`,
        ].join('\n'),
      );
      const backend = await startBackend({ env: { SUPABASE_FOLDER: project.path } });
      await use(backend);
      await backend.stop();
      await project.remove();
    },
    { scope: 'worker' },
  ],
});

/** Opens the sign-up form and fills it in. @returns the address */
async function fillInSignUp(page: Page, name: string, code: string): Promise<string> {
  const username = uniqueUsername(name);
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(emailOf(username));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Invitation code').fill(code);
  await expect(page.getByText('Username is available!')).toBeVisible();
  return emailOf(username);
}

testWithProvider(
  'people sign up with a code of an admin until it is used up, by mail and through a provider',
  async ({ backend, provider, register, signInElsewhere, visit }) => {
    const desk = await staffPage(backend, await register('ada'), 'admin', signInElsewhere);
    await desk.goto('/desk/settings');
    await desk.getByRole('radio', { name: 'By invitation' }).check({ force: true });
    await desk.getByRole('button', { name: 'Save' }).click();
    await expect(desk.getByText('Settings saved')).toBeVisible();
    await desk.goto('/desk/invitations');
    await desk.getByRole('button', { name: 'Make an invitation' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Who it is for').fill('The choir');
    await dialog.getByLabel('How many accounts').fill('2');
    await dialog.getByRole('button', { name: 'Make it' }).click();
    const shown = dialog.getByText(/^\w{4}(-\w{4}){3}$/);
    await expect(shown).toBeVisible();
    const code = (await shown.textContent()) ?? '';

    // The document that the server sends says that a code is needed.
    const bob = await visit();
    await expect(async () => {
      await bob.goto('/auth?tab=sign-up');
      await expect(bob.getByLabel('Invitation code')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await fillInSignUp(bob, 'bob', code);
    await bob.getByRole('button', { name: 'Sign Up' }).click();
    await bob.waitForURL('**/app');

    const cleo = await visit();
    const email = emailOf(uniqueUsername('cleo'));
    await cleo.goto('/auth?tab=sign-up');
    await cleo.getByLabel('Email').fill(email);
    await cleo.getByLabel('Invitation code').fill(code.toLowerCase());
    await cleo.getByRole('button', { name: 'Continue with Keycloak' }).click();
    await cleo.waitForURL(`${provider.issuer}/**`);
    const person = { sub: email, email, email_verified: true };
    const signedIn = provider.signIn(new URL(cleo.url()), person).toString();
    await cleo.goto(`${backend.url}/auth/v1/callback?${signedIn}`);
    await expect(cleo.getByRole('heading', { name: 'What shall we call you?' })).toBeVisible();

    const dan = await visit();
    await fillInSignUp(dan, 'dan', code);
    await dan.getByRole('button', { name: 'Sign Up' }).click();
    await expect(dan.getByText(/This invitation code is not valid/)).toBeVisible();

    await desk.goto('/desk/invitations');
    await expect(desk.getByText('2 of 2 used')).toBeVisible();
    await expect(desk.getByRole('list', { name: 'Used by' })).toContainText('bob-');
  },
);

test('a visitor’s message to the people who run the site is answered', async ({
  backend,
  mailbox,
  register,
  signInElsewhere,
  visit,
}) => {
  const moderator = await register('mo');
  await staffPage(backend, moderator, 'moderator', signInElsewhere);
  const page = await visit();
  await page.goto('/contact');
  await page.getByLabel('Name').fill('Ann');
  await page.getByLabel('Email').fill('ann@journeys.example');
  await page.getByLabel('Category').selectOption('Safety');
  await page.getByLabel('Subject').fill('A worry');
  await page.getByLabel('Message').fill('Somebody follows me from drop to drop.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText("Message sent! We'll get back to you soon.")).toBeVisible();

  const { data } = await moderator.client
    .rpc('desk_queue', { filters: { kind: 'contact' } })
    .throwOnError();
  const { cases } = JSON.parse(JSON.stringify(data));
  await moderator.client
    .rpc('desk_answer', { case: cases[0].id, words: 'We have looked at it. Thank you.' })
    .throwOnError();
  const answer = await mailbox.messageTo('ann@journeys.example', /We have looked at it/);
  expect(answer).toContain('Subject: Re: A worry');
});
