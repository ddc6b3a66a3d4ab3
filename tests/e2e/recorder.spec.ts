import { expect, test } from './fixtures.ts';
import { record, startRecording } from './recording.ts';

test('the whole form fits a phone’s screen, also with Veil chosen, and the filters scroll sideways', async ({
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

test('the button after a recording does not move while the record button shrinks', async ({
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

test('a recording is kept when its page is closed in the middle of it', async ({ join }) => {
  const { page, context } = await join('ada');
  await page.goto('/record');
  await startRecording(page, 2);
  await page.close();

  const later = await context.newPage();
  await later.goto('/record');
  await expect(later.getByRole('button', { name: 'Play recording' })).toBeVisible();
});

test('a cancelled upload leaves no file on the server, and keeps take and form', async ({
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
