import 'fake-indexeddb/auto';
import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { areSame } from '@undertone/voice/testing/same';
import { readPendingDrops } from '#features/drops/pending-drops.ts';
import { fakeMicrophone } from '#features/clips/fixtures/fake-microphone.ts';
import { spokenClip } from '#features/clips/fixtures/spoken-clip.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { lockTake, unlockTake } from '#features/clips/take/take-lock.ts';
import {
  appendChunk,
  createTake,
  deleteTakesOf,
  listTakes,
  readTake,
  type Take,
} from '#features/clips/take/take-store.ts';
import { EMPTY_DROP_DRAFT } from '#features/recorder/drop-draft.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession, sessionOf } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { PostQueue } from './post-queue.ts';
import type { PostProblem } from '#features/clips/upload/post-error.ts';
import { announceQueue } from '#features/clips/take/queue-changes.ts';

const userId = sessionOf('ada').user.id;
const INSERT = 'POST /rest/v1/voice_drops';

beforeEach(async () => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
  vi.spyOn(console, 'error').mockReturnValue();
  fakeMicrophone();
  rememberSession('ada');
  await deleteTakesOf(userId);
});

/** Stores a queued take. */
async function queueTake(id: string, queuedAt: number, change: Partial<Take> = {}): Promise<void> {
  await createTake({
    id,
    userId,
    mimeType: 'audio/webm',
    startedAt: queuedAt,
    draft: { ...EMPTY_DROP_DRAFT, description: `About ${id}` },
    upload: { filterId: 'original', path: `${userId}/${queuedAt}-voice-drop.wav` },
    post: { queuedAt, failure: null, duration: 1.1, peaks: [1, 2, 3] },
    ...change,
  });
  await appendChunk(id, 0, new Blob(['good night']));
}

/** A backend, and a page that posts the queued takes. */
function prepare() {
  const answers: Parameters<typeof fakeBackend>[0] = {
    [INSERT]: () => new Response(null, { status: 201 }),
  };
  for (const path of [1, 2]) {
    answers[`POST /storage/v1/object/voice-drops/${userId}/${path}-voice-drop.wav`] = () =>
      json({ Id: '1', Key: 'k' });
  }
  const { requests } = fakeBackend(answers);
  const posted: string[] = [];
  const failed: PostProblem[] = [];
  const onCancelled = vi.fn<() => void>();
  const open = () => {
    const app = createTestApp();
    const queue = new PostQueue(app, userId, {
      onPosted: ({ description }) => void posted.push(description),
      onFailed: ({ problem }) => void failed.push(problem),
      onCancelled,
    });
    queue.start();
    onTestFinished(() => queue.stop());
    const cards = () => readPendingDrops(app.queryClient);
    return { app, queue, cards };
  };
  const titles = () =>
    Promise.all(
      requests
        .filter(({ method, url }) => `${method} ${new URL(url).pathname}` === INSERT)
        .map(async (request) => (await request.clone().json()).title),
    );
  return { answers, open, titles, posted, failed, onCancelled };
}

const online = (isOnline: boolean) =>
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);

it('posts the queued takes in order, and deletes them from the device', async () => {
  await queueTake('second', 2);
  await queueTake('first', 1);
  const { open, titles, posted } = prepare();
  const { cards } = open();
  await vi.waitFor(() => expect(posted).toEqual(['About first', 'About second']));
  expect(await titles()).toEqual(['About first', 'About second']);
  await vi.waitFor(async () => expect(await listTakes(userId)).toEqual([]));
  await vi.waitFor(() => expect(cards()).toEqual([]));
});

it('posts a clip that is stored with its take without masking it again', async () => {
  const bytes = await spokenClip(0.7).wav.arrayBuffer();
  await queueTake('first', 1, {
    draft: { ...EMPTY_DROP_DRAFT, filterId: 'veil', description: 'About first' },
    upload: { filterId: 'veil', path: `${userId}/1-voice-drop.wav` },
    post: {
      queuedAt: 1,
      failure: null,
      duration: 1.1,
      peaks: [1, 2, 3],
      clip: { filterId: 'veil', bytes, type: 'audio/wav', duration: 0.7, peaks: [4, 5, 6] },
    },
  });
  const jobs = vi.spyOn(WorkerInPage.prototype, 'postMessage');
  onTestFinished(() => jobs.mockRestore());
  const { answers, open, posted } = prepare();
  const upload = vi.fn<(request: Request) => Promise<Response>>(async (request) => {
    expect(areSame(new Uint8Array(await request.arrayBuffer()), new Uint8Array(bytes))).toBe(true);
    return json({ Id: '1', Key: 'k' });
  });
  answers[`POST /storage/v1/object/voice-drops/${userId}/1-voice-drop.wav`] = upload;
  open();
  await vi.waitFor(() => expect(posted).toEqual(['About first']));
  expect(upload).toHaveBeenCalledOnce();
  expect(jobs.mock.calls.map(([{ kind }]) => kind)).not.toContain('mask');
});

it('shows a take that waits without a network, and posts it when the network is back', async () => {
  const network = online(false);
  await queueTake('first', 1);
  const { open, titles, posted } = prepare();
  const { cards } = open();
  await vi.waitFor(() =>
    expect(cards()).toMatchObject([
      { title: 'About first', post: { state: 'waiting' }, waveform: [1, 2, 3] },
    ]),
  );
  network.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(posted).toEqual(['About first']));
  expect(await titles()).toEqual(['About first']);
});

it('fetches failed queries again once a take is posted', async () => {
  const network = online(false);
  await queueTake('first', 1);
  const { open, posted } = prepare();
  const { app } = open();
  const read = vi.fn<() => Promise<string>>();
  read.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue('all drops');
  const list = new QueryObserver(app.queryClient, {
    queryKey: ['list'],
    queryFn: read,
    retry: false,
    networkMode: 'always',
  });
  onTestFinished(list.subscribe(() => {}));
  await vi.waitFor(() => expect(list.getCurrentResult().status).toBe('error'));
  network.mockReturnValue(true);
  announceQueue(app.client);
  await vi.waitFor(() => expect(posted).toEqual(['About first']));
  await vi.waitFor(() => expect(list.getCurrentResult().data).toBe('all drops'));
});

it('retries after a delay when the backend does not respond', async () => {
  await queueTake('first', 1);
  const { answers, open, failed, posted } = prepare();
  const uploads = vi
    .fn<() => Promise<Response>>()
    .mockRejectedValue(new TypeError('Failed to fetch'));
  const UPLOAD = `POST /storage/v1/object/voice-drops/${userId}/1-voice-drop.wav`;
  answers[UPLOAD] = uploads;
  const { cards } = open();
  await vi.waitFor(() => expect(cards()).toMatchObject([{ post: { state: 'waiting' } }]));
  await vi.waitFor(() => expect(uploads).toHaveBeenCalledOnce());
  answers[UPLOAD] = () => json({ Id: '1', Key: 'k' });
  await vi.waitFor(() => expect(posted).toEqual(['About first']));
  expect(failed).toEqual([]);
});

it('shows and stores why a take was refused, posts the others, and posts it on Try again', async () => {
  await queueTake('first', 1);
  await queueTake('second', 2);
  const { answers, open, failed, posted } = prepare();
  answers[INSERT] = async (request) =>
    (await request.json()).title === 'About first'
      ? json({ code: 'PT429', message: 'Too many.' }, 429)
      : new Response(null, { status: 201 });
  const { cards } = open();
  await vi.waitFor(() => expect(posted).toEqual(['About second']));
  expect(failed).toEqual(['save-failed']);
  const [card] = cards();
  expect(card?.post).toMatchObject({
    state: 'failed',
    reason: 'Too many. Your recording is kept on this device.',
  });
  expect((await readTake('first'))?.post?.failure).toMatchObject({ problem: 'save-failed' });

  answers[INSERT] = () => new Response(null, { status: 201 });
  card?.post.retry?.();
  await vi.waitFor(() => expect(posted).toEqual(['About second', 'About first']));
});

it('does not post a cancelled take, and returns it to the recorder', async () => {
  online(false);
  await queueTake('first', 1);
  const { open, titles, onCancelled } = prepare();
  const { cards } = open();
  await vi.waitFor(() => expect(cards()).toHaveLength(1));
  cards()[0]?.post.cancel?.();
  await vi.waitFor(() => expect(cards()).toEqual([]));
  expect(onCancelled).toHaveBeenCalledOnce();
  expect((await readTake('first'))?.post).toBeNull();
  expect(await titles()).toEqual([]);
});

it('posts a take once from two pages', async () => {
  await queueTake('first', 1);
  const { open, titles, posted } = prepare();
  const pages = [open(), open()];
  await vi.waitFor(() => expect(posted).toEqual(['About first']));
  await vi.waitFor(() => expect(pages.flatMap(({ cards }) => cards())).toEqual([]));
  expect(await titles()).toEqual(['About first']);
});

it('does not show or post a take that the recorder has locked until it is unlocked', async () => {
  await queueTake('first', 1);
  await lockTake('first');
  const { open, posted } = prepare();
  const { app, cards } = open();
  announceQueue(app.client);
  await vi.waitFor(async () => expect(await readTake('first')).toBeDefined());
  expect(cards()).toEqual([]);
  expect(posted).toEqual([]);
  unlockTake('first');
  await vi.waitFor(() => expect(posted).toEqual(['About first']));
});

it('ignores discarded takes and those of another account', async () => {
  await queueTake('first', 1, { discardedAt: Date.now() });
  await queueTake('second', 2, { userId: 'bob' });
  const { open, titles } = prepare();
  const { queue, cards } = open();
  await vi.waitFor(async () => expect(await readTake('first')).toBeDefined());
  queue.stop();
  expect(cards()).toEqual([]);
  expect(await titles()).toEqual([]);
  await deleteTakesOf('bob');
});
