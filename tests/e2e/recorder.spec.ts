import { expect, test } from './fixtures.ts';
import { record, startRecording } from './recording.ts';

test('a take and its form are kept over a reload, and are gone after discarding', async ({
  join,
}) => {
  const { page } = await join('ada');
  await page.goto('/record');
  await record(page, 1);
  await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
  await page.getByText('Robot Voice', { exact: true }).click();
  await page.getByLabel('Description').fill('kept #safe');
  await expect(page.getByText('1/5 hashtags detected')).toBeVisible();
  await page.getByText('Private', { exact: true }).click();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Play recording' })).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('kept #safe');
  await expect(page.getByRole('radio', { name: /Robot Voice/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Private' })).toBeChecked();

  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Tap the orange button to start recording')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Tap the orange button to start recording')).toBeVisible();
});

test('on a phone the whole form is on the screen, with Veil chosen, and filters scroll sideways', async ({
  join,
}) => {
  const { page } = await join('ada');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/record');
  await record(page, 1);
  await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
  const post = page.getByRole('button', { name: 'Post Voice Drop' });
  const heightOfPage = () => page.evaluate(() => document.documentElement.scrollHeight);
  await expect(post).toBeInViewport({ ratio: 1 });
  expect(await heightOfPage()).toBeLessThanOrEqual(844);

  await page.getByText('Veil', { exact: true }).click();
  await page.getByLabel('Description').fill('A #rainy evening, #late');
  for (const shown of [
    page.getByRole('button', { name: 'Record again' }),
    page.getByRole('button', { name: 'New voice' }),
    page.getByRole('button', { name: 'Remove hashtag late' }),
    page.getByText('Private', { exact: true }),
    post,
  ]) {
    await expect(shown).toBeInViewport({ ratio: 1 });
  }
  expect(await heightOfPage()).toBeLessThanOrEqual(844);

  const last = page.getByRole('button', { name: 'Preview Loud Hailer' });
  await expect(last).not.toBeInViewport();
  await page.getByRole('radio', { name: /^Veil/ }).press('ArrowLeft');
  await page.getByRole('radio', { name: /^Original/ }).press('ArrowLeft');
  await expect(last).toBeInViewport({ ratio: 1 });
  const target = await last.boundingBox();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
});

test('what comes after a recording stands still while the record button shrinks', async ({
  join,
}) => {
  const { page } = await join('ada');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/record');
  await startRecording(page, 1);
  const tops = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const seen = new Set<number>();
        let framesLeft = 30;
        const look = () => {
          const next = [...document.querySelectorAll('button')].find(
            ({ textContent }) => textContent === 'Choose Voice Filter',
          );
          if (next) {
            seen.add(next.getBoundingClientRect().top);
            framesLeft -= 1;
          }
          if (framesLeft > 0) requestAnimationFrame(look);
          else resolve([...seen]);
        };
        look();
      }),
  );
  await page.getByRole('button', { name: 'Stop recording' }).click();
  expect(await tops).toHaveLength(1);
});

test('a page closed in the middle of a recording has kept what was recorded', async ({ join }) => {
  const { page, context } = await join('ada');
  await page.goto('/record');
  await startRecording(page, 2);
  await page.close();

  const later = await context.newPage();
  await later.goto('/record');
  await expect(later.getByRole('button', { name: 'Play recording' })).toBeVisible();
});

test('a cancelled upload leaves no file on the server, and the take and the form as they were', async ({
  join,
}) => {
  const { page, context, client, id } = await join('ada');
  await page.goto('/record');
  await record(page, 2);
  await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
  await page.getByLabel('Description').fill('on second thought');

  const network = await context.newCDPSession(page);
  const limitUploads = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await limitUploads(20_000);
  await page.getByRole('button', { name: 'Post Voice Drop' }).click();
  await expect(page.getByText(/^Uploading [1-9]\d?%$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  const post = page.getByRole('button', { name: 'Post Voice Drop' });
  await expect(post).toBeFocused();
  await expect(page.getByText('Upload cancelled. Your recording is still here.')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('on second thought');
  await limitUploads(-1);
  const files = client.storage.from('voice-drops');
  expect((await files.list(id)).data).toEqual([]);

  await post.press('Enter');
  await page.waitForURL('**/profile');
  await expect(page.getByRole('article', { name: /on second thought/ })).toBeVisible();
});

test.describe('a post that fails', () => {
  test.use({ expectedErrors: [/^The drop was not posted/] });

  test('an upload that fails shows a message, and leaves the take and the form as they were', async ({
    join,
  }) => {
    const { page } = await join('ada');
    await page.goto('/record');
    await record(page, 1);
    await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
    await page.getByLabel('Description').fill('second try');

    await page.route('**/storage/v1/object/voice-drops/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Post Voice Drop' }).click();
    await expect(page.getByText('Upload Failed')).toBeVisible();
    await expect(page.getByText('Failed to upload audio file. Please try again.')).toBeVisible();
    await expect(page.getByLabel('Description')).toHaveValue('second try');

    await page.unroute('**/storage/v1/object/voice-drops/**');
    await page.getByRole('button', { name: 'Post Voice Drop' }).click();
    await page.waitForURL('**/profile');
    await expect(page.getByRole('article', { name: /second try/ })).toBeVisible();
  });

  test('a drop whose row cannot be saved deletes its uploaded file', async ({ join }) => {
    const { page, client, id } = await join('ada');
    await page.goto('/record');
    await record(page, 1);
    await page.getByRole('button', { name: 'Choose Voice Filter' }).click();

    await page.route('**/rest/v1/voice_drops**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 500,
            json: { code: 'XX000', message: 'broken', details: null, hint: null },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Post Voice Drop' }).click();
    await expect(page.getByText('Save Failed')).toBeVisible();
    await expect(page.getByText('Failed to save voice drop. Please try again.')).toBeVisible();
    await expect(page.getByText('Ready to choose voice filter')).toBeVisible();

    const files = client.storage.from('voice-drops');
    await expect.poll(async () => (await files.list(id)).data?.length).toBe(0);
  });
});
