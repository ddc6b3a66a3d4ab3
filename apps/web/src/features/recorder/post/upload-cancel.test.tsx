import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { neverAnswers, type fakeBackend } from '#test/fake-backend.ts';
import { XhrOverFetch } from '#test/xhr-over-fetch.ts';
import {
  ACCEPTED,
  button,
  INSERT,
  prepareRecorder,
  REMOVE,
  showRecorder,
  recordWords,
  UPLOAD,
  userId,
} from '#features/recorder/fixtures/show-recorder.tsx';
import { listTakes } from '#features/clips/take/take-store.ts';

beforeEach(() => {
  XhrOverFetch.sent = 40;
  return prepareRecorder();
});

/** Records, fills in the form and presses Post Voice Drop. */
async function post(answers: Parameters<typeof fakeBackend>[0]) {
  const recorder = showRecorder(answers);
  await recordWords('good night');
  await userEvent.type(screen.getByLabelText('Description'), 'almost said');
  await userEvent.click(postButton());
  return recorder;
}

const postButton = () => button('Post Voice Drop');
const cancelButton = () => button('Cancel');

it('an upload shows its progress, can be cancelled by keyboard, and can be posted again', async () => {
  const answers = { ...ACCEPTED, [UPLOAD]: neverAnswers };
  const { calls, onPosted } = await post(answers);
  expect(await screen.findByText('Uploading 40%')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('value', '0.4');
  expect(button('Posting...')).toBeDisabled();
  expect(screen.getByLabelText('Description')).toBeDisabled();

  cancelButton().focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(postButton()).toHaveFocus());
  expect(screen.getByText('Upload cancelled. Your recording is still here.')).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByLabelText('Description')).toHaveValue('almost said');
  expect(button('Play recording')).toBeEnabled();
  expect(await listTakes(userId)).toHaveLength(1);
  expect(calls()).toEqual([UPLOAD, REMOVE]);
  expect(onPosted).not.toHaveBeenCalled();
  expect(screen.queryByText(/Failed|Error/)).toBeNull();

  Object.assign(answers, ACCEPTED);
  await userEvent.click(postButton());
  expect(screen.queryByText('Upload cancelled. Your recording is still here.')).toBeNull();
  await waitFor(() => expect(onPosted).toHaveBeenCalledOnce());
  expect(calls()).toEqual([UPLOAD, REMOVE, UPLOAD, INSERT]);
  // The take is deleted after the drop is shown.
  await waitFor(async () => expect(await listTakes(userId)).toEqual([]));
});

it('an upload that has sent all bytes shows Saving, and can no longer be cancelled', async () => {
  XhrOverFetch.sent = 100;
  const { onPosted } = await post({ [UPLOAD]: neverAnswers });
  expect(await screen.findByText('Saving')).toBeVisible();
  expect(cancelButton()).toBeDisabled();
  expect(onPosted).not.toHaveBeenCalled();
});
