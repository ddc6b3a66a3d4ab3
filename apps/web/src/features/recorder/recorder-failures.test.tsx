import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { expectToast } from '#test/expect-toast.ts';
import { say } from '#features/clips/fixtures/fake-microphone.ts';
import {
  button,
  microphoneTrack,
  prepareRecorder,
  recordWords,
  showRecorder,
  userId,
} from './fixtures/show-recorder.tsx';
import { createTake, listTakes } from '#features/clips/take/take-store.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';

beforeEach(prepareRecorder);

const tryAgain = () => userEvent.click(button('Try again'));

it('the alerts of the recorder are in the document before they have content', async () => {
  showRecorder({});
  await screen.findByRole('button', { name: 'Start recording' });
  for (const alert of screen.getAllByRole('alert')) expect(alert).toBeEmptyDOMElement();
});

it('a refused microphone is reported once, in a note, until Try again records', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValueOnce(
    new DOMException('', 'NotAllowedError'),
  );
  showRecorder({});
  await userEvent.click(await screen.findByRole('button', { name: 'Start recording' }));
  expect(screen.getByText('Tap the orange button to start recording')).toBeVisible();
  const why = await screen.findByText(/^Microphone Error: The microphone is blocked for this page/);
  expect(screen.getAllByText(/microphone/i)).toHaveLength(1);
  expect(why.closest('[role=alert]')).not.toBeNull();
  await tryAgain();
  expect(await screen.findByRole('button', { name: 'Stop recording' })).toHaveFocus();
  expect(why).not.toBeInTheDocument();
});

it('a recording pauses and continues by a press, also while the microphone is muted and unmuted', async () => {
  showRecorder({});
  await userEvent.click(await screen.findByRole('button', { name: 'Start recording' }));
  await screen.findByText(/^Recording\.\.\. \d+s/);
  await userEvent.click(button('Pause recording'));
  expect(screen.getByText(/^Paused at \d+s/)).toBeVisible();
  act(() => microphoneTrack().mute(true));
  act(() => microphoneTrack().mute(false));
  expect(screen.queryByText(/^Your microphone/)).toBeNull();
  await userEvent.click(button('Resume recording'));
  expect(screen.getByText(/^Recording\.\.\. \d+s/)).toBeVisible();
});

it('a recording pauses while the microphone is muted, and continues after a press', async () => {
  showRecorder({});
  await userEvent.click(await screen.findByRole('button', { name: 'Start recording' }));
  await screen.findByText(/^Recording\.\.\. \d+s/);
  say('good ');
  act(() => microphoneTrack().mute(true));
  const why = await screen.findByText(/^Your microphone is muted/);
  expect(why.closest('[role=alert]')).not.toBeNull();
  expect(screen.getByText(/^Paused at \d+s/)).toBeVisible();
  // The microphone is still muted.
  await userEvent.click(button('Continue'));
  expect(screen.getByText(/^Paused at \d+s/)).toBeVisible();
  act(() => microphoneTrack().mute(false));
  expect(await screen.findByText(/^Your microphone is on again/)).toBeVisible();
  await userEvent.click(button('Continue'));
  expect(screen.getByText(/^Recording\.\.\. \d+s/)).toBeVisible();
  expect(screen.queryByText(/^Your microphone/)).toBeNull();
  say('night');
  await userEvent.click(button('Stop recording'));
  expect(await screen.findByText('Ready to choose voice filter')).toBeVisible();
});

it('a recording that cannot be played is reported in a toast and a note, until Try again plays it', async () => {
  showRecorder({});
  await recordWords('good night');
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValueOnce(
    new DOMException('', 'NotSupportedError'),
  );
  await userEvent.click(button('Play recording'));
  await expectToast('Playback Error');
  await expectToast('Unable to play the recording.');
  const why = await screen.findByText(/^The recording could not be played/);
  await tryAgain();
  await waitFor(() => expect(why).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: /^(Play recording|Pause playback)/ })).toHaveFocus();
});

it('a failed preview is reported in a toast and a note, until Try again plays it', async () => {
  showRecorder({});
  WorkerInPage.isBroken = true;
  await recordWords('good night');
  await userEvent.click(button('Preview Loud Hailer'));
  await expectToast('Preview Error');
  await expectToast('Unable to preview this filter.');
  const why = await screen.findByText('Loud Hailer could not be played on your recording.');
  WorkerInPage.isBroken = false;
  await tryAgain();
  await expectToast('Previewing Loud Hailer filter');
  expect(why).not.toBeInTheDocument();
  expect(button('Stop Loud Hailer')).toHaveFocus();
});

it('a filter that could not be applied stays chosen, with a toast and a note, until Try again applies it', async () => {
  showRecorder({});
  WorkerInPage.isBroken = true;
  await recordWords('good night');
  await userEvent.click(screen.getByRole('radio', { name: /Deep Voice/ }));
  await expectToast('Filter Selected');
  await expectToast('Some effects may not preview, or will be applied when posting.');
  const why = await screen.findByText(/^This filter could not be applied to your recording yet/);
  await tryAgain();
  await waitFor(() => expect(button('Try again')).toBeEnabled());
  expect(why, 'it failed again').toBeVisible();
  WorkerInPage.isBroken = false;
  await tryAgain();
  await expectToast('Voice Filter Applied');
  expect(why).not.toBeInTheDocument();
  expect(screen.getByRole('radio', { name: /Deep Voice/ })).toHaveFocus();
});

it('a recording that could not be prepared is kept, with a note that offers to try again', async () => {
  showRecorder({});
  // The device's disk cannot be read now.
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(
    new DOMException('', 'NotReadableError'),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Start recording' }));
  await screen.findByRole('button', { name: 'Stop recording' });
  say('good night');
  await userEvent.click(button('Stop recording'));
  const why = await screen.findByText(/^Your recording could not be prepared. It is kept/);
  expect(
    within(why.closest<HTMLElement>('[role=alert]') ?? why).getByText('Try again'),
  ).toBeVisible();
});

it('a recording that is too long for its filter can be trimmed from the note', async () => {
  showRecorder({});
  await recordWords('good night');
  cleanup();
  const [take] = await listTakes(userId);
  await createTake({
    ...take!,
    draft: { ...take!.draft, filterId: 'deep', choosing: true },
    post: { queuedAt: 0, failure: { problem: 'too-long' }, duration: 2, peaks: [] },
  });
  showRecorder({});
  const why = await screen.findByText(/lasts longer than 5 minutes. Trim it, or choose another/);
  const note = within(why.closest<HTMLElement>('[role=alert]')!);
  expect(note.queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.click(note.getByRole('button', { name: 'Trim' }));
  expect(screen.queryByLabelText('Description')).toBeNull();
  const end = screen.getByRole('slider', { name: 'End of the recording' });
  fireEvent.change(end, { target: { value: '0.5' } });
  await userEvent.click(screen.getByRole('button', { name: /^Keep / }));
  await userEvent.click(await screen.findByRole('button', { name: 'Choose Voice Filter' }));
  expect(await screen.findByLabelText('Description')).toBeVisible();
  expect(screen.getByRole('radio', { name: /^Deep/ })).toBeChecked();
  expect(screen.queryByText(/lasts longer than 5 minutes/)).toBeNull();
});

it('a trim that begins while the one before is still being applied goes on', async () => {
  showRecorder({});
  await recordWords('good night');
  await userEvent.click(await screen.findByRole('button', { name: 'Trim' }));
  const end = () => screen.getByRole<HTMLInputElement>('slider', { name: 'End of the recording' });
  const recorded = Number(end().max);
  fireEvent.change(end(), { target: { value: String(recorded / 2) } });
  fireEvent.click(screen.getByRole('button', { name: /^Keep / }));
  fireEvent.click(screen.getByRole('button', { name: 'Trim' }));
  expect(Number(end().max)).toBe(recorded);
  await waitFor(() => expect(Number(end().max)).toBeLessThan(recorded));
});
