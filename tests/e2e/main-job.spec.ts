import { randomUUID } from 'node:crypto';
import { expect, playingTime, record, signIn, test } from './people.ts';

test('a voice is recorded, masked and posted; a second person hears it, until it is made private', async ({
  join,
  visit,
}) => {
  const username = `ada-${randomUUID().slice(0, 8)}`;
  const email = `${username}@journeys.example`;
  const page = await visit();

  await test.step('sign up', async () => {
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Username').fill(username);
    await expect(page.getByText('Username is available!')).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('a late evening 7');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL('**/app');
    await expect(page.getByText('Your account has been created successfully')).toBeVisible();
    await expect(page.getByRole('heading', { name: `Hey ${username}` })).toBeVisible();
  });

  await test.step('record', async () => {
    await page.getByRole('link', { name: 'Post Voice Drop' }).first().click();
    await expect(page.getByText('Tap the orange button to start recording')).toBeVisible();
    await record(page, 3);
  });

  await test.step('choose a filter and preview it', async () => {
    await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
    const transformed = page.waitForResponse('**/functions/v1/voice-transform');
    await page.getByText('Deep Voice', { exact: true }).click();
    expect((await transformed).status()).toBe(200);
    await page.getByRole('button', { name: 'Preview Deep Voice' }).click();
    await expect(page.getByText(/Previewing/)).toBeVisible();
  });

  const title = `The last bus ${randomUUID().slice(0, 6)}`;
  await test.step('post, and land on the profile', async () => {
    await page.getByLabel('Description').fill(`${title} #Night #bus`);
    await expect(page.getByText('2/5 hashtags detected')).toBeVisible();
    await page.getByRole('button', { name: 'Post Voice Drop' }).click();
    await page.waitForURL('**/profile');
    await expect(page.getByText('Voice Drop Posted!')).toBeVisible();
    const drop = page.getByRole('article', { name: new RegExp(title) });
    await expect(drop).toBeVisible();
    await expect(drop.getByText('Deep Voice')).toBeVisible();
  });

  const listener = await join('ben');
  const heard: string[] = [];
  await test.step('a second person hears it from the feed', async () => {
    listener.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const isSigned = pathname.startsWith('/storage/v1/object/sign/');
      if (isSigned && pathname.endsWith('.wav')) heard.push(request.url());
    });
    const drop = listener.page.getByRole('article', { name: new RegExp(title) });
    await expect(drop).toBeVisible();
    await drop.getByRole('button', { name: /^Play / }).click();
    await expect.poll(() => playingTime(listener.page)).toBeGreaterThan(1);
    await expect(
      listener.page.getByRole('region', { name: 'Player' }).getByText(`@${username}`),
    ).toBeVisible();
    expect(heard.length, 'the bytes came by a signed URL').toBeGreaterThan(0);
    expect(new URL(heard[0] ?? '').searchParams.get('token')).toBeTruthy();
    await expect(drop.getByRole('listitem').filter({ hasText: /^1\s*play$/ })).toBeVisible();
  });

  const path = decodeURIComponent(
    new URL(heard[0] ?? '').pathname.replace('/storage/v1/object/sign/voice-drops/', ''),
  );
  const files = listener.client.storage.from('voice-drops');
  const brief = await files.createSignedUrl(path, 5);
  const fetchBrief = async () =>
    (await listener.page.request.get(brief.data?.signedUrl ?? '')).status();
  expect(await fetchBrief(), 'a fresh URL serves the audio').toBe(200);

  await test.step('its owner makes it private', async () => {
    const drop = page.getByRole('article', { name: new RegExp(title) });
    await drop.getByRole('button', { name: /^Options for/ }).click();
    await page.getByRole('menuitemradio', { name: 'Private' }).click();
    await expect(page.getByText('Voice drop is now private')).toBeVisible();
  });

  await test.step('the second person neither sees it nor gets at its audio, by a new URL or by an old one that has expired', async () => {
    await listener.page.reload();
    await expect(listener.page.getByRole('tab', { name: 'Recent' })).toBeVisible();
    await expect(listener.page.getByRole('article', { name: new RegExp(title) })).toHaveCount(0);

    expect((await files.createSignedUrl(path, 60)).error?.message).toBe('Object not found');
    expect((await files.download(path)).error).not.toBeNull();
    const asPublic = await listener.page.request.get(files.getPublicUrl(path).data.publicUrl);
    expect(asPublic.ok()).toBe(false);
    await expect.poll(fetchBrief).toBe(400);
  });
});

test('someone who is signed in goes from /auth to the feed, and who is not, from the feed to /auth', async ({
  join,
  visit,
}) => {
  const ada = await join('ada');
  await ada.page.goto('/auth');
  await ada.page.waitForURL('**/app');

  const visitor = await visit();
  await visitor.goto('/record');
  await visitor.waitForURL(/\/auth/);
});

test('signing out in one tab signs the other out', async ({ join }) => {
  const ada = await join('ada');
  const other = await ada.context.newPage();
  await other.goto('/profile');
  await expect(other.getByRole('tab', { name: 'My Drops' })).toBeVisible();

  await ada.page.getByRole('button', { name: 'Your account' }).click();
  await ada.page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await ada.page.waitForURL('**/auth');
  await other.waitForURL(/\/auth/);
  await signIn(other, ada.email, ada.password);
});
