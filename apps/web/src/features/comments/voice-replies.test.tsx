import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { fakeMicrophone, say } from '#features/clips/fixtures/fake-microphone.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { deleteTakesOf, listTakes } from '#features/clips/take/take-store.ts';
import { accountKey } from '#lib/account-local-storage.ts';
import { commentRow, threadRow } from '#test/comment-rows.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { arrive, fakeMedia, fakePlayer } from '#test/fake-media.ts';
import { rememberSession } from '#test/session.ts';
import { showComments } from '#test/show-comments.tsx';

const COMMENTS = 'GET /rest/v1/voice_drop_comments';
const INSERT = 'POST /rest/v1/voice_drop_comments';
const NOW = 1_795_000_000_000;
const PATH = `id-of-mira/${NOW}-voice-drop.wav`;
const UPLOAD = `POST /storage/v1/object/voice-drops/${PATH}`;

const spoken = (id: string, author: string, changes: Parameters<typeof commentRow>[2] = {}) =>
  commentRow(id, author, {
    content: '',
    audio_path: `id-of-${author}/${id}.mp3`,
    duration: 4,
    waveform: Array.from({ length: 100 }, () => 50),
    filter_used: 'veil',
    ...changes,
  });

const reply = spoken('reply', 'mira', {
  parent_comment_id: 'one',
  created_at: '2026-01-01T00:00:05+00:00',
});
const words = commentRow('words', 'noor', {
  parent_comment_id: 'one',
  created_at: '2026-01-01T00:00:06+00:00',
});
const thread = threadRow(spoken('one', 'ben'), { replies: [words, reply] });
const later = threadRow(
  spoken('two', 'ben', { content: 'Listen', created_at: '2026-01-02T00:00:00+00:00' }),
);

/** The comments in a dialog, with the player that plays their clips. */
async function showSpoken(rows = [later, thread], answers: Parameters<typeof fakeBackend>[0] = {}) {
  const { player, audio } = fakePlayer();
  const { requests } = fakeBackend({ [COMMENTS]: () => json(rows), ...answers });
  const dialog = await showComments('mira', undefined, player);
  await dialog.findByRole('list', { name: 'Comments' });
  return { dialog, player, audio, requests };
}

const end = (audio: HTMLAudioElement) => act(() => void audio.dispatchEvent(new Event('ended')));

it('“Play replies” plays the clips of all threads, or of one, in their order, and the player names each', async () => {
  const { dialog, player, audio } = await showSpoken();
  const current = () => player.getState().track;
  await userEvent.click(dialog.getByRole('button', { name: 'Play replies' }));
  expect(current()).toMatchObject({ id: 'one', kind: 'reply', title: 'Reply to Night bus' });
  await waitFor(() => arrive(audio, 4));
  expect(dialog.getByRole('button', { name: 'Pause voice reply by ben' })).toBeVisible();
  for (const next of ['reply', 'two']) {
    end(audio);
    expect(current()?.id).toBe(next);
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Play replies to ben' }));
  expect(current()?.id).toBe('one');
  expect(player.getState().playlist.tracks.map(({ id }) => id)).toEqual(['one', 'reply']);
});

it('a comment of another person is reported from its menu', async () => {
  rememberSession('mira');
  const { dialog, requests } = await showSpoken([later], {
    'POST /rest/v1/reports': () => new Response(null, { status: 201 }),
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Options for comment by ben' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report' }));
  const report = within(await screen.findByRole('dialog', { name: 'Report comment' }));
  await userEvent.click(report.getByLabelText('Harassment or hate speech'));
  await userEvent.click(report.getByRole('button', { name: 'Submit report' }));
  await waitFor(() => expect(requests.at(-1)?.url).toContain('/rest/v1/reports'));
  expect(await requests.at(-1)?.json()).toMatchObject({ reported_comment_id: 'two' });
});

it('a deleted comment stops playing, and its file is removed', async () => {
  const { dialog, player, requests } = await showSpoken([threadRow(spoken('mine', 'mira'))], {
    'DELETE /rest/v1/voice_drop_comments': () => new Response(null, { status: 204 }),
    'DELETE /storage/v1/object/voice-drops': () => json([]),
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Play voice reply by mira' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete comment by mira' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(player.getState().track).toBeUndefined());
  await waitFor(async () =>
    expect(await requests.at(-1)?.clone().json()).toEqual({ prefixes: ['id-of-mira/mine.mp3'] }),
  );
});

/** Comments in which mira can record. */
async function showRecorder(answers: Parameters<typeof fakeBackend>[0]) {
  vi.stubGlobal('Worker', WorkerInPage);
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  vi.spyOn(console, 'error').mockReturnValue();
  fakeMicrophone();
  rememberSession('mira');
  // The question about the own voice was answered.
  localStorage.setItem(accountKey('voice-notice', 'id-of-mira'), 'own-voice reversible');
  onTestFinished(() => {
    // Before the stubs are removed, since unmounting uses them.
    cleanup();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const shown = await showSpoken([later], {
    [UPLOAD]: () => json({ Id: '1', Key: 'k' }),
    ...answers,
  });
  (await screen.findByRole('button', { name: 'Record a voice reply' })).focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Stop recording' });
  say('good night');
  await userEvent.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Play recording' });
  const box = shown.dialog.getByRole('textbox', { name: 'Add a comment' });
  await userEvent.type(box, 'Sleep well');
  return { ...shown, box };
}

const send = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Send voice reply' }));

const inserted = () =>
  json(spoken('new', 'mira', { content: 'Sleep well', created_at: '2026-01-03T00:00:00+00:00' }));

beforeEach(async () => {
  fakeMedia();
  await deleteTakesOf('id-of-mira');
});

it('a clip is sent with the words of the box, and shown at once', async () => {
  const answer = Promise.withResolvers<Response>();
  const { dialog, box, requests } = await showRecorder({ [INSERT]: () => answer.promise });
  // Enter would send the words alone.
  await userEvent.type(box, '{Enter}');
  await send();
  const row = (await dialog.findByText('Sending...')).closest('li');
  expect(row).toHaveTextContent('Sleep well');
  await waitFor(() => expect(requests.at(-1)?.method).toBe('POST'));
  answer.resolve(inserted());
  expect(await screen.findByText('Comment added successfully')).toBeVisible();
  expect(await dialog.findAllByRole('button', { name: /^Play voice reply by / })).toHaveLength(2);
  const isInsert = ({ method, url }: Request) => `${method} ${new URL(url).pathname}` === INSERT;
  expect(await requests.find(isInsert)?.json()).toMatchObject({
    content: 'Sleep well',
    parent_comment_id: null,
    audio_url: expect.stringContaining(PATH),
    filter_used: 'original',
    waveform: expect.any(Array),
  });
  expect(box).toHaveValue('');
  await waitFor(async () => expect(await listTakes('id-of-mira')).toEqual([]));
});

it('a clip that the server refuses is kept with its words, and the reason is shown', async () => {
  const tooMany = 'You are commenting very fast. Please wait a minute.';
  const { box } = await showRecorder({
    [INSERT]: () => json({ code: 'PT429', message: tooMany }, 429),
    'DELETE /storage/v1/object/voice-drops': () => json([]),
  });
  await send();
  expect(await screen.findByText(new RegExp(`^${tooMany} Your recording is kept`))).toBeVisible();
  expect(box).toHaveValue('Sleep well');
  expect(await listTakes('id-of-mira')).toHaveLength(1);
});

it('without a network a clip waits, and is sent when the network is back', async () => {
  const { dialog } = await showRecorder({ [INSERT]: inserted });
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  await send();
  expect(await dialog.findByText('Waiting for the network...')).toBeVisible();
  onLine.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByText('Comment added successfully')).toBeVisible();
});

it('no recorder is offered to visitors, nor where the owner wants no voice replies', async () => {
  fakeBackend({ [COMMENTS]: () => json([later]) });
  const dialog = await showComments(undefined);
  await dialog.findByRole('list', { name: 'Comments' });
  expect(dialog.queryByRole('button', { name: 'Record a voice reply' })).toBeNull();
  cleanup();
  const closed = await showComments('mira', undefined, undefined, false);
  await closed.findByRole('list', { name: 'Comments' });
  expect(closed.queryByRole('button', { name: 'Record a voice reply' })).toBeNull();
});
