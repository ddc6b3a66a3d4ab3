import type { Page } from '@playwright/test';
import { AUDIO_SAMPLE_RATE } from '../../packages/domain/src/limits.ts';
import { findPauses, type Pause } from '../../packages/voice/src/find-pauses.ts';
import { joinSamples } from '../../packages/voice/src/join-samples.ts';
import { readWav } from '../../packages/voice/src/read-wav.ts';
import { babble } from '../../supabase/seed/babble.ts';
import { encodeClip } from '../../supabase/seed/make-clip.ts';
import { expect, test } from './fixtures.ts';
import { microphoneVoice } from './microphone.ts';
import { cardOf, uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';

const SPEECH_SECONDS = 1;

/** Long enough for the pauses to be found before it has passed. */
const PAUSE_SECONDS = 6;

/** Speech before and after a pause. */
function makeSpeechWithPause(): Float32Array {
  const speech = babble(SPEECH_SECONDS, microphoneVoice, 'pause', AUDIO_SAMPLE_RATE);
  const silence = new Float32Array(PAUSE_SECONDS * AUDIO_SAMPLE_RATE);
  return joinSamples([speech, silence, speech], 0);
}

/** Records which parts of each clip have played until its end, in seconds. */
async function recordPlayedParts(page: Page): Promise<() => Promise<[number, number][][]>> {
  await page.addInitScript(() => {
    const ends: [number, number][][] = [];
    Object.assign(window, { playedParts: ends });
    const onEnded = ({ target }: Event) => {
      if (!(target instanceof HTMLAudioElement)) return;
      const { played } = target;
      ends.push(Array.from({ length: played.length }, (_, i) => [played.start(i), played.end(i)]));
    };
    addEventListener('ended', onEnded, { capture: true });
  });
  return () => page.evaluate<[number, number][][]>('playedParts');
}

test('a member who skips silence listens to all speech in a WAV and an MP3, without downloading them twice', async ({
  join,
  register,
}) => {
  const { client, username } = await register('ada');
  const spoken = makeSpeechWithPause();
  const titles = ['Pause in a WAV', 'Pause in an MP3'].map(uniqueTitle);
  let pause: Pause | undefined;
  for (const [index, type] of (['audio/wav', 'audio/mpeg'] as const).entries()) {
    const { bytes } = await encodeClip(spoken, 'original', 'pause', type);
    const duration = 2 * SPEECH_SECONDS + PAUSE_SECONDS;
    await postDrop(client, titles[index]!, { duration }, new Blob([bytes], { type }));
    if (type === 'audio/wav') {
      const { samples, sampleRate } = readWav(bytes);
      pause = findPauses(samples, sampleRate).find(({ end }) => end > 1.5);
    }
  }
  const [wav = '', mp3 = ''] = titles;
  const { start = 0, end = 0 } = pause ?? {};
  expect(end - start, 'the clip has the pause').toBeGreaterThan(PAUSE_SECONDS - 0.1);

  const { page } = await join('ben');
  const playedParts = await recordPlayedParts(page);
  const heard: unknown[] = [];
  page.on('requestfinished', async (request) => {
    if (!request.url().endsWith('/add_listening')) return;
    const response = await request.response();
    heard.push([request.postDataJSON().part, await response?.json()]);
  });
  await page.goto(`/${username}`);
  const play = cardOf(page, mp3).getByRole('button', { name: `Play ${mp3}` });

  await test.step('the switch is in the menu of the speed', async () => {
    await play.click();
    const bar = page.getByRole('region', { name: 'Player' });
    await bar.getByRole('button', { name: 'Pause' }).click();
    await bar.getByRole('button', { name: 'Speed, 1×' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Skip silence' }).click();
    await bar.getByRole('slider', { name: 'Progress' }).press('Home');
    await bar.getByRole('button', { name: 'Close player' }).click();
  });

  await test.step('both drops play without the middle of their pause, one after the other', async () => {
    await play.click();
    await expect(cardOf(page, wav).getByRole('button', { name: `Pause ${wav}` })).toBeVisible();
    await expect.poll(async () => (await playedParts()).length).toBe(2);
    for (const parts of await playedParts()) {
      const [[first, leave] = [], [arrive, last] = [], ...others] = parts;
      expect(others, JSON.stringify(parts)).toEqual([]);
      expect(first).toBe(0);
      expect(leave).toBeGreaterThan(start + 0.1);
      expect(leave).toBeLessThan(end - 0.15);
      // The encoder blurs where speech begins.
      expect(Math.abs(arrive! - (end - 0.15))).toBeLessThan(0.06);
      expect(last).toBeCloseTo(2 * SPEECH_SECONDS + PAUSE_SECONDS, 1);
    }
  });

  await test.step('both count as heard to the end', async () => {
    await expect
      .poll(() => heard)
      .toEqual([
        ['half', true],
        ['end', true],
        ['half', true],
        ['end', true],
      ]);
  });

  await test.step('the bytes come from the browser’s cache', async () => {
    const fetched = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry): entry is PerformanceResourceTiming => 'transferSize' in entry)
        .filter(({ name }) => /\.(wav|mp3)\?/.test(name))
        .filter(({ initiatorType }) => initiatorType === 'fetch')
        .map(({ transferSize }) => transferSize),
    );
    expect(fetched).toEqual([0, 0]);
  });
});
