import { expect, test } from './fixtures.ts';
import { uniqueTitle } from './page-parts.ts';
import { playbackPosition, postAsItIs, record } from './recording.ts';

// This journey runs with animations, as most people see the site.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a member records, masks and posts a voice, and another member listens to it until it is private', async ({
  join,
}) => {
  const { page, username } = await join('ada');

  await test.step('record', async () => {
    await page.goto('/app');
    await expect(page.getByRole('heading', { name: `Hey ${username}` })).toBeVisible();
    await page.getByRole('link', { name: 'Post Voice Drop' }).first().click();
    await expect(page.getByText('Tap the orange button to start recording')).toBeVisible();
    await record(page, 2);
  });

  await test.step('choose a filter and preview it', async () => {
    await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
    await page.getByText('Deep Voice', { exact: true }).click();
    await expect(page.getByText('Voice Filter Applied')).toBeVisible();
    await page.getByRole('button', { name: 'Preview Deep Voice' }).click();
    await expect(page.getByText(/Previewing/)).toBeVisible();
  });

  const title = uniqueTitle('The last bus');
  await test.step('post, and land on the profile', async () => {
    await page.getByLabel('Description').fill(`${title} #Night #bus`);
    await expect(page.getByText('2/5 hashtags detected')).toBeVisible();
    await postAsItIs(page);
    await page.waitForURL('**/profile');
    await expect(page.getByText('Voice Drop Posted!')).toBeVisible();
    const drop = page.getByRole('article', { name: new RegExp(title) });
    await expect(drop).toBeVisible();
    await expect(drop.getByText('Deep Voice')).toBeVisible();
  });

  const listener = await join('ben');
  const signedUrls: string[] = [];
  await listener.page.goto('/app');
  await test.step('another member listens to it from the feed', async () => {
    listener.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const isSigned = pathname.startsWith('/storage/v1/object/sign/');
      if (isSigned && /-voice-drop\.(mp3|wav)$/.test(pathname)) signedUrls.push(request.url());
    });
    const drop = listener.page.getByRole('article', { name: new RegExp(title) });
    await expect(drop).toBeVisible();
    await drop.getByRole('button', { name: /^Play / }).click();
    await expect.poll(() => playbackPosition(listener.page)).toBeGreaterThan(1);
    await expect(
      listener.page.getByRole('region', { name: 'Player' }).getByText(`@${username}`),
    ).toBeVisible();
    expect(signedUrls.length, 'the audio comes from a signed URL').toBeGreaterThan(0);
    expect(new URL(signedUrls[0] ?? '').searchParams.get('token')).toBeTruthy();
    await expect(drop.getByText(/^1\s*play$/)).toBeVisible();
  });

  const path = decodeURIComponent(
    new URL(signedUrls[0] ?? '').pathname.replace('/storage/v1/object/sign/voice-drops/', ''),
  );
  const files = listener.client.storage.from('voice-drops');
  const shortLived = await files.createSignedUrl(path, 5);
  const fetchShortLived = async () =>
    (await listener.page.request.get(shortLived.data?.signedUrl ?? '')).status();
  expect(await fetchShortLived(), 'a fresh URL serves the audio').toBe(200);

  await test.step('its author makes it private', async () => {
    const drop = page.getByRole('article', { name: new RegExp(title) });
    await drop.getByRole('button', { name: /^Options for/ }).click();
    await page.getByRole('menuitemradio', { name: 'Private' }).click();
    await expect(page.getByText('Voice drop is now private')).toBeVisible();
  });

  await test.step('the other member neither sees the drop nor gets its audio, from a new URL or from an expired one', async () => {
    await listener.page.reload();
    await expect(listener.page.getByRole('tab', { name: 'Recent' })).toBeVisible();
    await expect(listener.page.getByRole('article', { name: new RegExp(title) })).toHaveCount(0);

    expect((await files.createSignedUrl(path, 60)).error?.message).toBe('Object not found');
    expect((await files.download(path)).error).not.toBeNull();
    const asPublic = await listener.page.request.get(files.getPublicUrl(path).data.publicUrl);
    expect(asPublic.ok()).toBe(false);
    await expect.poll(fetchShortLived).toBe(400);
  });
});
