import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  button,
  prepareRecorder,
  recordWords,
  showRecorder,
  userId,
} from '#features/recorder/fixtures/show-recorder.tsx';
import { spokenClip } from '#features/clips/fixtures/spoken-clip.ts';
import { listTakes, readChunks } from '#features/clips/take/take-store.ts';
import { AudioFileError } from './audio-file-error.ts';
import { FILE_WAITS } from './audio-file-chooser.tsx';
import { readAudioFile } from './read-audio-file.ts';

vi.mock('./read-audio-file.ts');
beforeEach(prepareRecorder);

const file = new File(['letters'], 'my name.mp3', { type: 'audio/mpeg' });
const choose = async () => userEvent.upload(await screen.findByLabelText('Audio file'), file);

/** The cache of the service worker with a shared file. */
function shareFile() {
  const files = new Set(['undertone-shared']);
  const match = vi.fn(async () => new Response('letters'));
  const has = async (name: string) => files.has(name);
  vi.stubGlobal('caches', { has, match, delete: async (name: string) => files.delete(name) });
  onTestFinished(() => void vi.unstubAllGlobals());
}

it('a chosen file becomes a take, of which only the sound is stored', async () => {
  // Longer than what can be recorded.
  vi.mocked(readAudioFile).mockResolvedValue(spokenClip(61));
  showRecorder({});
  await choose();
  await screen.findByText('Ready to choose voice filter');
  expect(screen.getByText('1:01')).toBeVisible();
  expect(button('Choose Voice Filter')).toHaveFocus();
  const [take] = await listTakes(userId);
  expect(take).toMatchObject({ mimeType: 'audio/wav' });
  expect(JSON.stringify(take)).not.toContain('my name');
  const [wav] = await readChunks(take?.id ?? '');
  expect(wav?.byteLength).toBe(44 + 61 * 44_100 * 2);
});

it('a file that is dropped on the page becomes a take, and the page is not left', async () => {
  vi.mocked(readAudioFile).mockResolvedValue(spokenClip(3));
  showRecorder({});
  await screen.findByLabelText('Audio file');
  const dataTransfer = { types: ['Files'], files: [file] };
  expect(fireEvent.dragOver(document.body, { dataTransfer })).toBe(false);
  expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false);
  await screen.findByText('0:03');
});

it('a file that cannot be used is explained until another one is chosen', async () => {
  vi.mocked(readAudioFile).mockRejectedValueOnce(new AudioFileError('silent'));
  vi.mocked(readAudioFile).mockResolvedValueOnce(spokenClip());
  showRecorder({});
  await choose();
  expect(
    await screen.findByText('There is no sound in this file. Choose another one.'),
  ).toBeVisible();
  await choose();
  await screen.findByText('Ready to choose voice filter');
  expect(screen.queryByText(/There is no sound/)).toBeNull();
});

it('reading a file can be cancelled', async () => {
  vi.mocked(readAudioFile).mockImplementation(
    (_file, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  showRecorder({});
  await choose();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(button('Choose an audio file')).toHaveFocus());
  expect(screen.queryByText(/could not be opened/)).toBeNull();
  expect(await listTakes(userId)).toEqual([]);
});

it('a file that another app has shared becomes a take', async () => {
  vi.mocked(readAudioFile).mockResolvedValue(spokenClip(3));
  shareFile();
  showRecorder({});
  await screen.findByText('Ready to choose voice filter');
  expect(screen.getByText('0:03')).toBeVisible();
});

it('a shared file waits until the take of an earlier visit is gone', async () => {
  vi.mocked(readAudioFile).mockResolvedValue(spokenClip(3));
  showRecorder({});
  await recordWords('good night');
  cleanup();
  shareFile();
  showRecorder({});
  await screen.findByText(FILE_WAITS);
  await userEvent.click(button('Discard'));
  await screen.findByText('0:03');
  expect(screen.queryByText(FILE_WAITS)).toBeNull();
});
