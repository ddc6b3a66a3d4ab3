import { VOICE_FILTERS } from '@undertone/domain/voice-filter';
import { drag } from './drag.ts';
import { expect, test } from './fixtures.ts';
import { record, startRecording } from './recording.ts';

const filterNames = VOICE_FILTERS.map(({ shownName }) => shownName);

test('on a phone the button after a recording does not move while the record button shrinks, and all filters and the post button are shown at once', async ({
  join,
}) => {
  const { page } = await join('ada');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 390, height: 844 });
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

  await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
  const isEverythingShown = async () => {
    for (const name of filterNames) {
      const preview = page.getByRole('button', { name: `Preview ${name}` });
      await expect(page.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
      await expect(preview).toBeInViewport({ ratio: 1 });
      const target = await preview.boundingBox();
      expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await expect(page.getByRole('button', { name: 'Post Voice Drop' })).toBeInViewport({
      ratio: 1,
    });
  };
  await isEverythingShown();
  await page.getByText('Veil', { exact: true }).click();
  await isEverythingShown();
});

test('a recording that was paused when its page was closed is continued, trimmed and posted', async ({
  join,
}) => {
  const { page, context, client, id } = await join('ada');
  await page.goto('/record');
  await startRecording(page, 2);
  await page.getByRole('button', { name: 'Pause recording' }).click();
  await expect(page.getByText(/^Paused at \d+s/)).toBeVisible();
  await page.close();

  const later = await context.newPage();
  await later.goto('/record');
  await expect(later.getByRole('button', { name: 'Play recording' })).toBeVisible();
  const total = async () =>
    Number(await later.getByRole('slider', { name: 'End of the recording' }).getAttribute('max'));
  const trim = later.getByRole('button', { name: 'Trim', exact: true });
  await trim.click();
  const recorded = await total();
  expect(recorded).toBeGreaterThan(1.5);
  await later.getByRole('button', { name: 'Cancel' }).click();

  await later.getByRole('button', { name: 'Continue recording' }).click();
  await expect(later.getByText(/^Recording\.\.\. \d+s \/ 60s$/)).toBeVisible();
  // The recording goes on while another page is shown.
  await later.getByRole('link', { name: 'Explore' }).first().click();
  const bar = later.getByRole('region', { name: 'Recording in progress' });
  await expect(bar).toContainText(/Recording 0:0[4-9]/);
  await bar.getByRole('button', { name: /Return to the recorder/ }).click();
  await expect(later.getByText(/^Recording\.\.\. \d+s \/ 60s$/)).toBeVisible();
  await expect(bar).toBeHidden();
  await later.getByRole('button', { name: 'Stop recording' }).click();
  await expect(trim).toBeVisible();
  await later.getByRole('link', { name: 'Home' }).first().click();
  const note = later.getByRole('region', { name: 'Unposted recording' });
  await note.getByRole('button', { name: 'Continue' }).click();
  await trim.click();
  const both = await total();
  expect(both).toBeGreaterThan(recorded + 1);

  const end = later.getByRole('slider', { name: 'End of the recording' });
  for (let press = 0; press < 10; press += 1) await end.press('ArrowLeft');
  const start = later.getByRole('slider', { name: 'Start of the recording' });
  // Two widths of the handle to the right.
  await drag(start, { x: 0.5, y: 0.5 }, { x: 2.5, y: 0.5 });
  await later.getByRole('button', { name: /^Keep \d/ }).click();
  await trim.click();
  // The handles are there before the sound has been cut.
  await expect.poll(total).toBeLessThan(both - 1);
  const kept = await total();
  await later.getByRole('button', { name: 'Cancel' }).click();

  await later.getByRole('button', { name: 'Choose Voice Filter' }).click();
  await later.getByRole('button', { name: 'Post Voice Drop' }).click();
  await later.waitForURL('**/profile');
  const { data } = await client.from('voice_drops').select('duration').eq('user_id', id).single();
  expect(data?.duration).toBeCloseTo(kept, 1);
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
