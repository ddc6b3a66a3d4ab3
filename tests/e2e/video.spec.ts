import { readFile } from 'node:fs/promises';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { expect, test } from './fixtures.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { makeSpokenClip, postDrop } from './post-drop.ts';

/** Seconds of a frame. */
const FRAME = 1 / 30;

/** Reads a video's codecs, size in pixels, and lengths in seconds. */
async function readVideo(path: string) {
  const input = new Input({
    source: new BufferSource(await readFile(path)),
    formats: ALL_FORMATS,
  });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video || !audio) throw new Error('The file lacks a track.');
  let audioBytes = 0;
  for await (const packet of new EncodedPacketSink(audio).packets()) {
    audioBytes += packet.byteLength;
  }
  return {
    type: await input.getMimeType(),
    codecs: [video.codec, audio.codec],
    size: [video.displayWidth, video.displayHeight],
    seconds: [await video.computeDuration(), await audio.computeDuration()] as const,
    audioBytes,
  };
}

test('an author makes a video of a drop on the device, and saves it as the file that was announced', async ({
  join,
}) => {
  const ada = await join('ada');
  const title = uniqueTitle('On tape');
  await postDrop(ada.client, title, {}, await makeSpokenClip('audio/mpeg'));
  const { page } = ada;
  await page.goto('/profile');
  await cardOf(page, title)
    .getByRole('button', { name: /^Share/ })
    .click();
  await page.getByRole('menuitem', { name: 'Share as video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share as video' });
  const announced = await dialog.getByText(/^Made on this device, as MP4 with H.264/).innerText();
  await dialog.getByRole('button', { name: 'Make video' }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Making the video' })).toBeVisible();

  const save = dialog.getByRole('link', { name: 'Save' });
  await expect(save).toBeVisible({ timeout: 30_000 });
  const downloading = page.waitForEvent('download');
  await save.click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe(`${title}.mp4`);

  const { type, codecs, size, seconds, audioBytes } = await readVideo(await file.path());
  expect(type).toMatch(/^video\/mp4/);
  expect(codecs).toEqual(['avc', announced.includes('Opus') ? 'opus' : 'aac']);
  expect(size).toEqual([1080, 1080]);
  const [video, audio] = seconds;
  expect(Math.abs(video - audio)).toBeLessThanOrEqual(FRAME);
  // The clip has a second of speech; decoders keep or cut the padding of an MP3.
  expect(Math.abs(video - 1)).toBeLessThan(0.1);
  // Encoders give silence hardly any bytes.
  expect(audioBytes).toBeGreaterThan(3_000);
});
