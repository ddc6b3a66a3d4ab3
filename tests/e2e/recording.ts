import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Records until the page shows that at least so many seconds have passed. */
export async function startRecording(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).click();
  const status = page.getByText(/^Recording\.\.\. \d+s \/ 60s$/);
  const recorded = async () =>
    Number.parseInt((await status.textContent())?.replace('Recording... ', '') ?? '0', 10);
  await expect.poll(recorded, { intervals: [100] }).toBeGreaterThanOrEqual(seconds);
}

/** Records for about so many seconds and stops; the take is then ready. */
export async function record(page: Page, seconds: number): Promise<void> {
  await startRecording(page, seconds);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByText('Ready to choose voice filter')).toBeVisible();
}

/** Presses Post for a drop with a filter that anyone can undo: the first one of a member, who is told so. */
export async function postAsItIs(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Post Voice Drop' }).click();
  const told = page.getByRole('dialog', { name: 'Anyone can undo this filter' });
  await told.getByRole('button', { name: 'Post as it is' }).click();
}

/** Where the page's one audio element is, s. */
export const playbackPosition = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
