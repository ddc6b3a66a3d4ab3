import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { PlayerProvider } from '#features/player/player-provider.tsx';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeMedia } from '#test/fake-media.ts';
import { rememberSession, sessionOf } from '#test/session.ts';
import { fakeMicrophone } from './fixtures/fake-microphone.ts';
import { WorkerInPage } from './fixtures/worker-in-page.ts';
import { XhrOverFetch } from './fixtures/xhr-over-fetch.ts';
import RecorderPanel from './recorder-panel.tsx';
import { deleteTake, listTakes } from './take-store.ts';

const NOW = 1_795_000_000_000;
const userId = sessionOf('ada').user.id;
const path = `${userId}/${NOW}-voice-drop.wav`;
const UPLOAD = `POST /storage/v1/object/voice-drops/${path}`;
const REMOVE = 'DELETE /storage/v1/object/voice-drops';
const INSERT = 'POST /rest/v1/voice_drops';

/** An answer that never comes, until whoever asked hangs up. */
const untilAborted = ({ signal }: Request): Promise<Response> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

let microphone: ReturnType<typeof fakeMicrophone>;

beforeEach(async () => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
  vi.stubGlobal('XMLHttpRequest', XhrOverFetch);
  XhrOverFetch.sent = 40;
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  // The level meter is missing here, which the recorder says.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeMedia();
  microphone = fakeMicrophone();
  rememberSession('ada');
  for (const { id } of await listTakes(userId)) await deleteTake(id);
  return () => {
    XhrOverFetch.sent = 100;
    vi.useRealTimers();
    // Before the faked media goes, which leaving the page makes use of.
    cleanup();
    vi.unstubAllGlobals();
  };
});

/** Records, fills in the form and presses Post. */
async function post(answers: Parameters<typeof fakeBackend>[0]) {
  const { requests } = fakeBackend(answers);
  const onPosted = vi.fn<() => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PlayerProvider listenerId={userId} autoplay onPlay={() => () => {}}>
        <RecorderPanel userId={userId} onPosted={onPosted} />
      </PlayerProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Start recording' }));
  await screen.findByRole('button', { name: 'Stop recording' });
  microphone.say('good night');
  await userEvent.click(screen.getByRole('button', { name: 'Stop recording' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Choose Voice Filter' }));
  await userEvent.type(screen.getByLabelText('Description'), 'almost said');
  await userEvent.click(postButton());
  return {
    onPosted,
    calls: () =>
      requests
        .map(({ method, url }) => `${method} ${new URL(url).pathname}`)
        .filter((call) => [UPLOAD, REMOVE, INSERT].includes(call)),
  };
}

const postButton = () => screen.getByRole('button', { name: 'Post Voice Drop' });
const cancelButton = () => screen.getByRole('button', { name: 'Cancel' });

it('an upload under way says how far it is, and can be called off by keyboard', async () => {
  const { calls, onPosted } = await post({ [UPLOAD]: untilAborted, [REMOVE]: () => json([]) });
  expect(await screen.findByText('Uploading 40%')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('value', '0.4');
  expect(screen.getByRole('button', { name: 'Posting...' })).toBeDisabled();
  expect(screen.getByLabelText('Description')).toBeDisabled();

  cancelButton().focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(postButton()).toHaveFocus());
  expect(screen.getByText('Upload cancelled. Your recording is still here.')).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByLabelText('Description')).toHaveValue('almost said');
  expect(screen.getByRole('button', { name: 'Play recording' })).toBeEnabled();
  expect(await listTakes(userId)).toHaveLength(1);
  expect(calls()).toEqual([UPLOAD, REMOVE]);
  expect(onPosted).not.toHaveBeenCalled();
});

it('what was called off can be posted after all', async () => {
  const answers: Parameters<typeof fakeBackend>[0] = {
    [UPLOAD]: untilAborted,
    [REMOVE]: () => json([]),
    [INSERT]: () => new Response(null, { status: 201 }),
  };
  const { calls, onPosted } = await post(answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await screen.findByText('Upload cancelled. Your recording is still here.');

  answers[UPLOAD] = () => json({ Id: '1', Key: 'k' });
  await userEvent.click(postButton());
  expect(screen.queryByText('Upload cancelled. Your recording is still here.')).toBeNull();
  await waitFor(() => expect(onPosted).toHaveBeenCalledOnce());
  expect(calls()).toEqual([UPLOAD, REMOVE, UPLOAD, INSERT]);
  expect(await listTakes(userId)).toEqual([]);
});

it('what has been sent whole is being saved, and is not called off any more', async () => {
  XhrOverFetch.sent = 100;
  const { onPosted } = await post({ [UPLOAD]: untilAborted });
  expect(await screen.findByText('Saving')).toBeVisible();
  expect(cancelButton()).toBeDisabled();
  expect(onPosted).not.toHaveBeenCalled();
});
