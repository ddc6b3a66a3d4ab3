import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { password } from './accounts.ts';
import { decodeAudio, similarity } from './audio-similarity.ts';
import { expect, test } from './fixtures.ts';
import { uniqueTitle } from './page-parts.ts';

/** A sentence by espeak-ng, encoded by FFmpeg with tags that contain the word Secret. */
const pathOf = (extension: string) =>
  joinPath(import.meta.dirname, 'audio-files', `speech.${extension}`);

const choose = (page: Page, file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type=file]').setInputFiles(file);

// Of the file that is no audio.
test.use({ expectedErrors: [/^The audio file could not be used/] });

test('a member posts an audio file of each kind that the browser decodes, without its tags', async ({
  join,
}) => {
  const { page, client } = await join('ada');
  await page.goto('/record');
  const buffer = Buffer.from('A letter, and no sound.');
  await choose(page, { name: 'letter.mp3', mimeType: 'audio/mpeg', buffer });
  await expect(page.getByRole('alert').filter({ hasText: 'not an audio file' })).toBeVisible();
  const original = await decodeAudio(page, await readFile(pathOf('wav')));
  for (const extension of ['wav', 'm4a', 'ogg', 'webm', 'flac', 'mp3']) {
    await choose(page, pathOf(extension));
    await expect(page.getByText('Ready to choose voice filter'), extension).toBeVisible();
    await expect(page.getByText('0:01'), extension).toBeVisible();
    if (extension !== 'mp3') await page.getByRole('button', { name: 'Discard' }).click();
  }
  const title = uniqueTitle('From a file');
  await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
  await page.getByLabel('Description').fill(title);
  await page.getByRole('button', { name: 'Post Voice Drop' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByRole('article', { name: title })).toBeVisible();
  const { data } = await client
    .from('voice_drops')
    .select('audio_url')
    .eq('title', title)
    .single()
    .throwOnError();
  const path = data.audio_url.split('/voice-drops/')[1] ?? '';
  const { data: posted } = await client.storage.from('voice-drops').download(path);
  const bytes = Buffer.from((await posted?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(bytes.includes('Secret')).toBe(false);
  const sound = await decodeAudio(page, bytes);
  expect(similarity(original ?? new Float32Array(), sound ?? new Float32Array())).toBeGreaterThan(
    0.6,
  );
});

test.describe('a file that another app shares', () => {
  test.use({ serviceWorkers: 'allow' });

  test('waits on the device until its owner has signed in', async ({ register, visit }) => {
    const { email } = await register('ada');
    const page = await visit();
    await page.goto('/auth');
    await page.evaluate(async () => navigator.serviceWorker.ready);
    const base64 = (await readFile(pathOf('m4a'))).toString('base64');
    // What the system does for the share target of the manifest.
    await page.evaluate((base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], 'speech.m4a', { type: 'audio/mp4' }));
      const input = Object.assign(document.createElement('input'), {
        type: 'file',
        name: 'audio',
        files: files.files,
      });
      const form = Object.assign(document.createElement('form'), {
        action: '/record',
        method: 'post',
        enctype: 'multipart/form-data',
      });
      form.append(input);
      document.body.append(form);
      form.submit();
    }, base64);
    await page.waitForURL('**/auth?next=%2Frecord');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/record');
    await expect(page.getByText('Ready to choose voice filter')).toBeVisible();
    await expect(page.getByText('0:01')).toBeVisible();
  });
});
