import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { openFeed } from '#test/open-feed.tsx';
import { createDeferred } from '#lib/deferred.ts';
import { makeVideo } from './make-video.ts';
import { findVideoEncoding, type VideoEncoding } from './video-encoding.ts';

vi.mock('./make-video.ts');
vi.mock('./video-encoding.ts');

const H264 = { codec: 'avc', string: 'avc1.640028' } as const;
const AAC = { codec: 'aac', string: 'mp4a.40.2' } as const;
const OPUS = { codec: 'opus', string: 'opus' } as const;
const MP4: VideoEncoding = { container: 'mp4', video: H264, audio: AAC };

beforeEach(() => {
  vi.mocked(findVideoEncoding).mockReset().mockResolvedValue(MP4);
  vi.mocked(makeVideo).mockReset();
  // The poster is not drawn: jsdom has no canvas.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  Object.assign(URL, { createObjectURL: () => 'blob:video', revokeObjectURL: () => {} });
});

/** Opens the dialog for a drop whose author allows downloads. @param duration seconds */
async function openDialog(duration = 40) {
  const author = { username: 'noor', avatar_url: null, allow_downloads: true };
  const { card } = await openFeed([dropRow('a', { author, duration })]);
  await userEvent.click(card.getByRole('button', { name: /^Share / }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Share as video' }));
  return within(await screen.findByRole('dialog', { name: 'Share as video' }));
}

/** Presses Make video. @returns functions that settle the video, and what was asked for */
async function pressMake(dialog: Awaited<ReturnType<typeof openDialog>>) {
  const made = createDeferred<File>();
  vi.mocked(makeVideo).mockReturnValueOnce(made.promise);
  await userEvent.click(await dialog.findByRole('button', { name: 'Make video' }));
  const [, , choice, { signal, onProgress }] = vi.mocked(makeVideo).mock.lastCall!;
  return { ...made, choice, signal, onProgress };
}

it.each([
  ['as MP4 with H.264 and AAC, which every app plays', MP4],
  ['since this browser encodes no AAC. Some apps play it without sound', { ...MP4, audio: OPUS }],
  [
    'as WebM with VP9 and Opus, since this browser encodes no H.264',
    { container: 'webm', video: { codec: 'vp9', string: 'vp09' }, audio: OPUS },
  ],
] satisfies [string, VideoEncoding][])('the dialog says: %s', async (words, encoding) => {
  vi.mocked(findVideoEncoding).mockResolvedValue(encoding);
  const dialog = await openDialog();
  expect(await dialog.findByText(words, { exact: false })).toBeVisible();
});

it('a browser without encoders cannot make a video, and the dialog says why', async () => {
  vi.mocked(findVideoEncoding).mockResolvedValue('no encoder');
  const dialog = await openDialog();
  expect(await dialog.findByText(/^This browser cannot encode videos with sound/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Make video' })).not.toBeInTheDocument();
});

it('a video shows its progress, and can be saved under the title of the drop', async () => {
  const dialog = await openDialog();
  expect(dialog.queryByRole('slider')).not.toBeInTheDocument();
  await userEvent.click(await dialog.findByRole('radio', { name: 'Upright' }));
  const { choice, resolve, onProgress } = await pressMake(dialog);
  expect(choice).toEqual({ encoding: MP4, shape: 'upright', start: 0 });
  const bar = dialog.getByRole('progressbar', { name: 'Making the video' });
  onProgress(0.42);
  expect(await dialog.findByText('Making the video: 42%')).toBeVisible();
  expect(bar).toHaveValue(0.42);
  resolve(new File(['video'], 'Title a.mp4', { type: 'video/mp4' }));
  const save = await dialog.findByRole('link', { name: 'Save' });
  expect(save).toHaveAttribute('href', 'blob:video');
  expect(save).toHaveAttribute('download', 'Title a.mp4');
  expect(dialog.getByLabelText('Video')).toHaveAttribute('src', 'blob:video');
  await userEvent.click(dialog.getByRole('button', { name: 'Make another' }));
  expect(dialog.getByRole('button', { name: 'Make video' })).toBeVisible();
});

it('a person shares the video as a file where the system takes it', async () => {
  const share = vi.fn(async () => {});
  const canShare = (): boolean => true;
  for (const [name, value] of Object.entries({ share, canShare })) {
    Object.defineProperty(navigator, name, { configurable: true, value });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
  const dialog = await openDialog();
  const { resolve } = await pressMake(dialog);
  const file = new File(['video'], 'Title a.mp4', { type: 'video/mp4' });
  resolve(file);
  await userEvent.click(await dialog.findByRole('button', { name: 'Share' }));
  expect(share).toHaveBeenCalledExactlyOnceWith({ files: [file], title: 'Title a' });
});

it('a person chooses the part of a clip that is longer than a minute, by keyboard too', async () => {
  const dialog = await openDialog(95.5);
  const slider = await dialog.findByRole('slider', { name: 'Start of the part' });
  expect(slider).toHaveAttribute('max', '35');
  fireEvent.change(slider, { target: { value: '20' } });
  expect(slider).toHaveAttribute('aria-valuetext', '0:20 to 1:20');
  expect(dialog.getByText('0:20 to 1:20')).toBeVisible();
  expect((await pressMake(dialog)).choice).toMatchObject({ start: 20 });
});

it.each(['Cancel', 'Close'])('%s ends the work', async (name) => {
  const dialog = await openDialog();
  const { signal } = await pressMake(dialog);
  expect(signal.aborted).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name }));
  await waitFor(() => expect(signal.aborted).toBe(true));
});

it('a video that fails can be made again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const dialog = await openDialog();
  const { reject } = await pressMake(dialog);
  reject(new Error('The encoder failed.'));
  expect(await dialog.findByRole('alert')).toHaveTextContent('The video could not be made.');
  await pressMake(dialog);
  expect(dialog.getByRole('progressbar')).toBeVisible();
});
